/** Leads to what is wrong with the form, unless the person has begun to do something else meanwhile. */
export function focusOnErrors(): void {
  const isUntouched = document.activeElement === document.body && scrollY === 0;
  if (isUntouched) document.querySelector<HTMLElement>("[data-focus]")?.focus();
}
