/** Picks the modules with one of the paths, or below it. */
const modules =
  (...paths: readonly string[]) =>
  (id: string) => {
    const file = id.replaceAll('\\', '/');
    return paths.some((path) => file.includes(path));
  };

/**
 * The files that the application is packed into, from what every visitor loads to what few screens need. Each takes
 * along what its modules import and what no file above has; so none needs one below it, and no two need each other.
 *
 * Left to itself the bundler makes a file for every set of pages that share something: a hundred of them, of a few
 * bytes each, which compress badly and are named in every list of what to preload.
 */
export const chunks = [
  {
    name: 'react',
    test: modules(...['react', 'react-dom', 'react-router', 'scheduler'].map((name) => `/node_modules/${name}/`)),
  },
  { name: 'rpc', test: modules('/node_modules/@bufbuild/', '/node_modules/@connectrpc/') },
  // All that index.html leads to.
  { name: 'index', tags: ['$initial' as const] },
  // In forms of both, and in lists: alone, or whoever signs in would load the forms of the public pages for its sake.
  { name: 'alert', test: modules('/icons/IconAlertTriangle.mjs') },
  // The forms of the public pages, before anything of Mantine: guests don't load that.
  {
    name: 'site',
    test: modules(
      '/src/features/public/Field.tsx',
      '/src/features/public/FormMessage.tsx',
      '/src/features/public/PublicForm.tsx',
      '/src/features/public/form.css',
      '/src/features/public/login.css',
      '/src/features/public/useLostFocus.ts',
      '/src/i18n/site/login.ts',
    ),
  },
  // Of those, what is only for signing in and what leads there.
  {
    name: 'credentials',
    test: modules(
      '/src/features/public/PasswordInput.tsx',
      '/src/features/public/TextInput.tsx',
      '/src/features/public/account.ts',
    ),
  },
  // Signing in needs the session before there is a frame.
  { name: 'session', test: modules('/src/session/session.ts', '/src/session/transport.ts', '/src/kit/errors.ts') },
  {
    name: 'frame',
    test: modules(
      '/src/app/Shell.tsx',
      '/src/app/query-client.ts',
      '/src/app/theme.ts',
      '/src/kit/Part.tsx',
      '/src/kit/tabs.ts',
      '/src/shared/screens/resource-routes.ts',
      '/@mantine/core/esm/core/',
      '/@mantine/notifications/',
    ),
  },
  // What nearly every page shows.
  {
    name: 'page',
    test: modules(
      '/src/features/contracts/status.ts',
      '/src/gen/nirmaan/type/',
      '/src/kit/PageHeader.tsx',
      '/src/kit/data/GuardedLink.tsx',
      '/src/kit/data/Money.tsx',
      '/src/kit/data/StatusBadge.tsx',
      '/src/kit/format.ts',
      '/src/kit/list/EmptyState.tsx',
      '/src/kit/list/Surface.tsx',
      '/src/session/Can.tsx',
      '/src/shared/rights/Refused.tsx',
      '/src/shared/rights/missing-right.ts',
      '/components/Alert/',
      '/components/Skeleton/',
      '/icons/IconFileUpload.mjs',
      '/icons/IconPlus.mjs',
    ),
  },
  // Buttons, boxes and dialogs: for pages with neither a list nor a form.
  {
    name: 'basics',
    test: modules(
      '/src/kit/Pending.tsx',
      '/src/kit/data/GuardedButton.tsx',
      '/src/kit/form/PasswordField.tsx',
      '/src/kit/overlay/Dialog.tsx',
      '/src/kit/overlay/confirm.tsx',
      '/src/kit/overlay/toast.ts',
      '/src/kit/upload/bytes.ts',
      '/src/kit/upload/save-file.ts',
      '/components/Anchor/',
      '/components/Checkbox/',
      '/components/Group/',
      '/components/Stack/',
      '/icons/IconDownload.mjs',
      '/icons/IconPencil.mjs',
    ),
  },
  // Lists, records and forms.
  {
    name: 'kit',
    test: modules(
      '/src/features/contracts/bulk-upload/narrowed.tsx',
      '/src/shared/screens/resource.tsx',
      '/src/kit/data/DateText.tsx',
      '/src/kit/data/IdText.tsx',
      '/src/kit/data/RecordFacts.tsx',
      '/src/shared/export/list-export.ts',
      '/src/kit/form/each.ts',
      '/src/kit/list/columns.tsx',
    ),
  },
  // The styles of what only some pages have; one sheet compresses better than many.
  {
    name: 'panels',
    test: modules(
      '/src/features/contracts/bulk-upload/BulkUpload.module.css',
      '/src/features/contracts/deposits/Deposits.module.css',
      '/src/features/my-tasks/MyTasks.module.css',
      '/src/features/profile/Profile.module.css',
      '/src/features/role-mapping/mapping.module.css',
      '/src/features/search/Search.module.css',
      '/src/features/settings/Settings.module.css',
      '/src/features/tasks/Review.module.css',
      '/src/features/tasks/TaskTree.module.css',
      '/src/shared/documents/documents.module.css',
      '/src/shared/screens/ListTools.module.css',
      '/src/shared/rights/RightsTable.module.css',
      '/src/shared/schedule/Schedule.module.css',
      '/src/shared/tasks/TaskCells.module.css',
      '/src/kit/form/ConflictDialog.module.css',
      '/src/kit/timeline/Timeline.module.css',
      '/src/kit/tree/TreeGrid.module.css',
      '/src/kit/upload/Dropzone.module.css',
      '/src/kit/upload/UploadList.module.css',
    ),
  },
];
