// Faults of the layout of a page, as a list.
() => {
    const found = [], width = innerWidth;
    for (const one of document.querySelectorAll("button, a[href], input:not([type=hidden])")) {
        const box = one.getBoundingClientRect();
        if (box.width && (box.height < 44 || box.width < 44)) found.push("small " + one.outerHTML);
    }
    for (const one of document.querySelectorAll("#page *")) {
        if (one.closest("svg")) continue;
        const box = one.getBoundingClientRect();
        if (box.width && (box.right > width + 1 || box.left < -1)) found.push(one.outerHTML);
        const has = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        const size = parseFloat(getComputedStyle(one).fontSize);
        if (has && size < 17) found.push("tiny " + one.outerHTML);
    }
    if (document.documentElement.scrollWidth > width) found.push("wide");
    return found;
}
