import './about.css';
import { Link } from 'react-router';
import { about } from '@/i18n/site/about';
import { platforms } from '@/i18n/site/platforms';
import { useHeadingFocus, usePageDescription, usePageTitle } from '@/kit/page-title';
import { useCurrentUser } from '@/session/session-store';
import { PlatformDrawing } from './PlatformDrawing';

const { links } = about;

/** /about: who makes the product, and why. */
export function AboutPage() {
  const heading = useHeadingFocus();
  usePageTitle(about.title);
  usePageDescription(about.description);
  return (
    <div className="pub">
      <section className="pub-section about-intro">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {about.heading}
          </h1>
          <p className="pub-lead">{about.intro}</p>
        </div>
        <Courses />
      </section>

      <section className="pub-section pub-ruled pub-columns" aria-labelledby="platforms">
        <h2 id="platforms">{about.platforms}</h2>
        <ul className="about-platforms">
          {platforms.map(({ id, name, kind, text, state, live }) => (
            <li key={id}>
              <PlatformDrawing of={id} />
              <div>
                <h3>{name}</h3>
                <p className="pub-kind">{kind}</p>
                <p>{text}</p>
                <p>{about.more[id]}</p>
                <p className="pub-state" data-live={live || undefined}>
                  {state}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </section>

      <section className="pub-section pub-ruled pub-columns" aria-labelledby="founder">
        <h2 id="founder">{about.founder}</h2>
        <div className="about-founder">
          <p>{about.founderLead}</p>
          {about.founderText.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </section>

      <section className="pub-section pub-ruled pub-columns" aria-labelledby="philosophy">
        <h2 id="philosophy">{about.philosophy}</h2>
        <dl className="about-principles">
          {about.principles.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>

      <Explore />
    </div>
  );
}

/** Bars laid like courses of masonry: the product's motif, large. */
function Courses() {
  return (
    <svg className="pub-drawing about-courses" viewBox="0 0 420 260" width="420" height="260" aria-hidden="true">
      <path d="M0 0h420v36H0zM50 56h220v36H50z" />
      <path className="pub-drawing-accent" d="M118 112h190v36H118z" />
      <path className="pub-drawing-soft" d="M170 168h250v36H170z" />
      <path d="M290 224h130v36H290z" />
    </svg>
  );
}

/** Where to go from here; for users their workspace instead of the way in. */
function Explore() {
  const user = useCurrentUser();
  const ways = [
    { to: '/#path', ...links.path },
    user ? { to: '/contracts', ...links.contracts } : { to: '/login', ...links.login },
    { to: '/contact', ...links.contact },
  ];
  return (
    <section className="pub-closing about-explore" aria-labelledby="explore">
      <div>
        <h2 id="explore">{about.explore}</h2>
        <p>{about.exploreText}</p>
      </div>
      <ul>
        {ways.map(({ to, name, text }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
