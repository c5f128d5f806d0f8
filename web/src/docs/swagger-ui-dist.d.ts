/** The part of the viewer's interface that is used; the package has no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type * as React from 'react';

  /** Makes a component of one of the viewer's, drawn by the viewer's own React. */
  export type WrapComponent = (
    Original: React.ComponentType<object>,
    system: { readonly React: typeof React },
  ) => React.ComponentType<object>;

  interface Options {
    readonly plugins: readonly { readonly wrapComponents: Readonly<Record<string, WrapComponent>> }[];
    readonly url: string;
    readonly domNode: HTMLElement | null;
    readonly deepLinking: boolean;
    readonly docExpansion: 'list' | 'full' | 'none';
    readonly defaultModelsExpandDepth: number;
    readonly defaultModelExpandDepth: number;
    readonly filter: boolean;
    readonly syntaxHighlight: { readonly theme: 'obsidian' };
    readonly displayRequestDuration: boolean;
    readonly persistAuthorization: boolean;
    readonly validatorUrl: null;
  }

  export default function SwaggerUI(options: Options): void;
}
