import { usePagination } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '@/i18n/t';
import { formatCount } from '@/kit/format';
import classes from './Pager.module.css';

/** Previous, numbers, Next: real links, so that a page opens in a new tab and Back returns to it. */
export function Pager({ page, pages, href }: { page: number; pages: number; href: (page: number) => string }) {
  const { range } = usePagination({ total: pages, page, siblings: 1, boundaries: 1 });
  const step = (target: number, label: string, icon: React.ReactNode, after = false) => {
    const content = (
      <>
        {!after && icon}
        <span className={classes.word}>{label}</span>
        {after && icon}
      </>
    );
    // A link without an address is how HTML says "not now"; it stays readable but takes no focus.
    return target < 1 || target > pages ? (
      // biome-ignore lint/a11y/useValidAnchor: a disabled link is a placeholder without an address
      <a role="link" aria-disabled="true" aria-label={label} className={classes.item}>
        {content}
      </a>
    ) : (
      <Link to={href(target)} aria-label={label} className={classes.item}>
        {content}
      </Link>
    );
  };
  return (
    <nav aria-label={t.list.pagination} className={classes.pager}>
      {step(page - 1, t.common.previous, <IconChevronLeft size={16} aria-hidden />)}
      {range.map((item, index) =>
        item === 'dots' ? (
          // The two gaps have no identity but their place.
          <span key={`gap-${index}`} className={classes.gap} aria-hidden>
            …
          </span>
        ) : (
          <Link
            key={item}
            to={href(item)}
            className={classes.item}
            data-number
            aria-label={t.list.page(formatCount(item))}
            aria-current={item === page ? 'page' : undefined}
          >
            {formatCount(item)}
          </Link>
        ),
      )}
      {step(page + 1, t.common.next, <IconChevronRight size={16} aria-hidden />, true)}
    </nav>
  );
}
