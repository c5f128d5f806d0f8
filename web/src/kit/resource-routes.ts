import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';

/** The four screens of a kind of record. */
export interface ResourceScreens {
  List: ComponentType;
  Create: ComponentType;
  Edit: ComponentType;
  View: ComponentType;
}

/**
 * The routes of a kind of record, loaded when one of them is first opened. Kept apart from `resource` so that
 * naming the routes does not load the screens.
 *
 * @param path where the records live, for example `/contracts`
 * @param listPath where the list lives, when that is not `path` itself
 */
export function resourceRoutes(
  path: string,
  load: () => Promise<ResourceScreens>,
  listPath: string = path,
): RouteObject[] {
  const screen = (name: keyof ResourceScreens) => async () => ({ Component: (await load())[name] });
  return [
    { path: listPath, lazy: screen('List') },
    { path: `${path}/create`, lazy: screen('Create') },
    { path: `${path}/:id`, lazy: screen('View') },
    { path: `${path}/:id/edit`, lazy: screen('Edit') },
  ];
}
