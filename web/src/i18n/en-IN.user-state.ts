/** What is said of a user who is deleted or inactive, wherever they are named. */
export const userStateIN = {
  deleted: 'deleted',
  inactive: 'inactive',
  marked: (name: string, mark: string) => `${name} (${mark})`,
};
