// The components need the scripts of a table as little as possible: sliders and presets are shown.
for (const hidden of document.querySelectorAll(".dock-sample [hidden]")) hidden.hidden = false;
