/** What a form would send by GET, to go there by script. */
export function formQuery(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  new FormData(form).forEach((value, name) => query.append(name, String(value)));
  return query;
}
