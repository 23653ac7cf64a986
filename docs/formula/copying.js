// Copying text. Return whether the browser copied the text. If it did, the button says so for a moment.
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
