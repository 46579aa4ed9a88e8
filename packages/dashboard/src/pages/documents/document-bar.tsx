import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect } from 'react';
import { Hint } from '../../components/basics.js';
import { textOf } from '../../text.js';
import classes from './document-bar.module.css';

/**
 * A line above an open document: its location, whether it is saved, and its actions. It stays visible while scrolling.
 */
export function DocumentBar(props: {
  path: string;
  title: string;
  /** The mode of the page, such as `edit`, which follows the title in the browser's tab. */
  doing?: string;
  state: ReactNode;
  children: ReactNode;
}) {
  const { path, title, doing, state, children } = props;
  const folders = path.split('/').slice(0, -1);
  const tab = doing === undefined ? title : `${title}, ${doing}`;
  useEffect(() => {
    document.title = `${tab} · Tessera`;
  }, [tab]);
  return (
    <header className={classes.bar}>
      <div className={classes.where}>
        <nav className={classes.crumbs} aria-label={textOf('Breadcrumb')}>
          <Anchor component={Link} to="/documents" size="sm">
            {textOf('All documents')}
          </Anchor>
          {folders.map((folder, depth) => (
            <Fragment key={folders.slice(0, depth + 1).join('/')}>
              <span aria-hidden="true">/</span>
              <span className="ellipsis">{titleOf(folder)}</span>
            </Fragment>
          ))}
          <span aria-hidden="true">/</span>
        </nav>
        <Title order={1} fz="sm" fw={600} flex="0 1 auto" className="ellipsis" title={path} dir="auto">
          {title}
        </Title>
        <Hint component="span" truncate flex="0 9999 auto" miw={0} role="status">
          {state}
        </Hint>
      </div>
      <div className={classes.actions}>{children}</div>
    </header>
  );
}

/** The name of a folder as a title: `getting-started` becomes "Getting started". */
export function titleOf(folder: string): string {
  const words = folder.replace(/[-_]+/g, ' ').trim() || folder;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
