/** Focuses the form's errors, unless the user has already focused something else. */
export function focusOnErrors(): void {
  const isUntouched = document.activeElement === document.body && scrollY === 0;
  if (isUntouched) document.querySelector<HTMLElement>("[data-focus]")?.focus();
}
