/** For `onSubmit`: does this instead of leaving the page. */
export const onSubmit = (does: () => unknown) => (submitted: Event) => {
  submitted.preventDefault();
  does();
};
