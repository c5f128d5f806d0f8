import { IconBrandLinkedin, IconBrandX, IconBrandYoutube } from '@tabler/icons-react';
import { home } from '@/i18n/site/home';

// An installation of a firm's own replaces these; names under .example never resolve.
const links = [
  { name: 'LinkedIn', href: 'https://linkedin.nirmaan.example/', Icon: IconBrandLinkedin },
  { name: 'YouTube', href: 'https://youtube.nirmaan.example/', Icon: IconBrandYoutube },
  { name: 'X', href: 'https://x.nirmaan.example/', Icon: IconBrandX },
] as const;

/** Where else the product can be met. */
export function SocialLinks() {
  return (
    <div className="pub-social">
      <span id="social">{home.social}</span>
      <ul aria-labelledby="social">
        {links.map(({ name, href, Icon }) => (
          <li key={name}>
            <a href={href} rel="me noopener">
              <Icon size={18} aria-hidden />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
