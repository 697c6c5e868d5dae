/** Classes to choose from, told apart by their year. */
export function classOptions(classrooms: readonly { id: number; name: string; year: number }[]) {
  return classrooms.map(({ id, name, year }) => ({ value: id, label: `${name}（${year}）` }));
}
