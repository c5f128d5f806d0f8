import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';

/** The four screens of a kind of record. */
export interface ResourceScreens {
  List: ComponentType;
  Create: ComponentType;
  Edit: ComponentType;
  View: ComponentType;
}

/** Where the four screens live. */
export interface ResourcePaths {
  list: string;
  create: string;
  view: (id: string) => string;
  edit: (id: string) => string;
}

/**
 * The addresses of a kind of record.
 *
 * @param path where the records live, for example `/contracts`
 * @param given the screens that live elsewhere than usual
 */
export function resourcePaths(path: string, given: Partial<ResourcePaths> = {}): ResourcePaths {
  return {
    list: path,
    create: `${path}/create`,
    view: (id) => `${path}/${id}`,
    edit: (id) => `${path}/${id}/edit`,
    ...given,
  };
}

/**
 * The routes of a kind of record, loaded when one of them is first opened. Kept apart from `resource` so that
 * naming the routes does not load the screens.
 */
export function resourceRoutes(
  path: string,
  load: () => Promise<ResourceScreens>,
  given?: Partial<ResourcePaths>,
): RouteObject[] {
  const screen = (name: keyof ResourceScreens) => async () => ({ Component: (await load())[name] });
  const at = resourcePaths(path, given);
  return [
    { path: at.list, lazy: screen('List') },
    { path: at.create, lazy: screen('Create') },
    { path: at.view(':id'), lazy: screen('View') },
    { path: at.edit(':id'), lazy: screen('Edit') },
  ];
}
