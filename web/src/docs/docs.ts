import SwaggerUI, { type WrapComponent } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import './docs.css';

/** The viewer has no colours of the system's: a class of the page tells it which. */
function followSystem(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

/** Puts a part of the viewer into a region with a name, since it has one for the calls alone. */
const region: (name: string) => WrapComponent =
  (name) =>
  (Original, { React }) =>
  (props) =>
    React.createElement('section', { 'aria-label': name }, React.createElement(Original, props));

followSystem();
SwaggerUI({
  plugins: [{ wrapComponents: { InfoContainer: region('Guide'), FilterContainer: region('Filter') } }],
  url: '/api/openapi.json',
  domNode: document.getElementById('viewer'),
  deepLinking: true,
  // The calls of an area are a page of their own; the types are a click away from where they are used.
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  filter: true,
  syntaxHighlight: { theme: 'obsidian' },
  displayRequestDuration: true,
  // A token is forgotten with the page, and nobody elsewhere is asked about the document.
  persistAuthorization: false,
  validatorUrl: null,
});
