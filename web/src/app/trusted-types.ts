/**
 * The content security policy lets nothing but what this policy returns become HTML or a script. It returns text in which
 * no element can begin: the styles that the component library writes. Everything else is refused by the browser.
 */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown;
}

// TypeScript doesn't know it yet, and browsers that don't either do without.
const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
