// Copying text and links. `explorers.js`, which isn't a module, has the same for its own links.

// Return whether the browser copied the text. If it did, the button says so for a moment.
export async function copied(text, button, name) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = name; }, 1500);
  return true;
}

// Copy the page's address. If the browser doesn't allow that, show it in the field, selected.
export async function copyLink(button, field, tell, words = "Link copied.") {
  if (await copied(location.href, button, "Copy link")) {
    tell(words);
    return;
  }
  Object.assign(field, { hidden: false, value: location.href });
  field.select();
  tell("This browser doesn't let a page copy text. The link is selected, so you can copy it yourself.");
}
