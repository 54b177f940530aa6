// Faults of the layout of a page, as a list.
() => {
    const found = [], width = innerWidth;
    // Contrast, as WCAG 2 defines it, of a text with the nearest ground that is filled.
    const parts = (color) => color.match(/[\d.]+/g).map(Number);
    const light = (color) => parts(color).slice(0, 3).map((part) => part / 255)
        .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const ground = (one) => {
        const color = getComputedStyle(one).backgroundColor;
        if (!color.startsWith("rgba") || parts(color)[3] === 1) return color;
        return one.parentElement ? ground(one.parentElement) : "rgb(255, 255, 255)";
    };
    const contrast = (one) => {
        const pair = [light(getComputedStyle(one).color), light(ground(one))].sort((a, b) => b - a);
        return (pair[0] + 0.05) / (pair[1] + 0.05);
    };
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
        if (has && box.width && contrast(one) < 4.5)
            found.push("pale " + contrast(one).toFixed(2) + " " + one.outerHTML);
    }
    if (document.documentElement.scrollWidth > width) found.push("wide");
    return found;
}
