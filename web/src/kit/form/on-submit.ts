/** Makes an `onSubmit` handler that calls `does` instead of leaving the page. */
export const onSubmit = (does: () => unknown) => (submitted: Event) => {
  submitted.preventDefault();
  does();
};
