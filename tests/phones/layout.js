// Faults of the layout of a page, as a list.
() => {
    // A phone's window grows with what sticks out; its root element does not.
    const found = [], width = document.documentElement.clientWidth;
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
    // Large letters need less contrast than small ones.
    const least = (style) => {
        const size = parseFloat(style.fontSize), isBold = Number(style.fontWeight) >= 700;
        return size >= 24 || (isBold && size >= 18.66) ? 3 : 4.5;
    };
    // Words that are broken though there is room for them, and sums.
    const room = (one) =>
        getComputedStyle(one).display === "inline" ? room(one.parentElement) : one.clientWidth;
    const broken = (node) => [...node.data.matchAll(/[^\s-]+-?/g)].map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()];
        const lines = new Set(boxes.map((box) => Math.round(box.top)));
        const width = boxes.reduce((sum, box) => sum + box.width, 0);
        const isTooLong = width > room(node.parentElement) && !/\d/.test(word);
        return lines.size > 1 && !isTooLong ? word : "";
    }).filter(Boolean);
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
        if (has && one.scrollWidth > one.clientWidth + 1 && one.clientWidth && !one.matches(".clip, .name"))
            found.push("too wide " + one.outerHTML);
        if (has && size < 17) found.push("tiny " + one.outerHTML);
        if (has && box.width && contrast(one) < least(getComputedStyle(one)))
            found.push("pale " + contrast(one).toFixed(2) + " " + one.outerHTML);
    }
    const texts = document.createTreeWalker(document.getElementById("page"), NodeFilter.SHOW_TEXT);
    for (let node; (node = texts.nextNode());)
        found.push(...broken(node).map((word) => `broken ${word} in ${node.data}`));
    for (const one of document.querySelectorAll(".clip:not([translate=no]), .nw, .change"))
        if (one.scrollWidth > one.clientWidth + 1) found.push("cut " + one.outerHTML);
    const pen = document.createElement("canvas").getContext("2d");
    for (const one of document.querySelectorAll("input:placeholder-shown")) {
        const style = getComputedStyle(one), letters = getComputedStyle(one, "::placeholder");
        pen.font = `${letters.fontWeight} ${letters.fontSize} ${letters.fontFamily}`;
        const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        if (pen.measureText(one.placeholder).width > room) found.push("cut " + one.outerHTML);
    }
    const heads = [...document.querySelectorAll("h1")].filter((one) => one.textContent.trim());
    if (heads.length !== 1) found.push(`${heads.length} headings`);
    for (const one of document.querySelectorAll("img"))
        if (!one.alt) found.push("nothing to read for a picture");
    for (const one of document.querySelectorAll(".foot button, .foot a, .bar a")) {
        const box = one.getBoundingClientRect(), foot = one.closest(".foot");
        const end = Math.min(innerHeight, foot ? foot.getBoundingClientRect().bottom : innerHeight);
        if (box.bottom > end + 1) found.push("not in sight " + one.outerHTML);
    }
    if (document.documentElement.scrollWidth > width) found.push("wide");
    return found;
}
