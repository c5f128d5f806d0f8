type Platform = 'build' | 'learn' | 'journal';

const drawings: Record<Platform, { readonly strong: string; readonly soft: string; readonly accent: string }> = {
  // A bar schedule.
  build: { strong: 'M0 0h46v10H0zM30 18h40v10H30z', soft: 'M60 36h36v10H60z', accent: 'M12 54h64v10H12z' },
  // Steps.
  learn: { strong: 'M0 54h24v10H0zM24 36h24v28H24z', soft: 'M48 18h24v46H48z', accent: 'M72 0h24v64H72z' },
  // A headline over two columns of text.
  journal: {
    strong: 'M0 0h96v10H0z',
    soft: 'M0 22h44v6H0zM0 34h44v6H0zM0 46h44v6H0zM0 58h30v6H0zM52 46h44v6H52zM52 58h44v6H52z',
    accent: 'M52 22h44v18H52z',
  },
};

/** What a platform is for, in bars. */
export function PlatformDrawing({ of }: { readonly of: Platform }) {
  const { strong, soft, accent } = drawings[of];
  return (
    <svg className="pub-drawing" viewBox="0 0 96 64" width="96" height="64" aria-hidden="true">
      <path d={strong} />
      <path className="pub-drawing-soft" d={soft} />
      <path className="pub-drawing-accent" d={accent} />
    </svg>
  );
}
