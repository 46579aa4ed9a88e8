import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect } from 'react';
import classes from './document-bar.module.css';

/** One line above an open document: where it is, whether it is saved, and what can be done. It stays in sight. */
export function DocumentBar(props: {
  path: string;
  title: string;
  /** Of the browser's tab, after the title. */
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
        <nav className={classes.crumbs} aria-label="Breadcrumb">
          <Anchor component={Link} to="/documents" size="sm">
            All documents
          </Anchor>
          {folders.map((folder, depth) => (
            <Fragment key={folders.slice(0, depth + 1).join('/')}>
              <span aria-hidden="true">/</span>
              <span className={classes.folder}>{titleOf(folder)}</span>
            </Fragment>
          ))}
          <span aria-hidden="true">/</span>
        </nav>
        <h1 className={classes.title} title={path} dir="auto">
          {title}
        </h1>
        <span className={classes.state} role="status">
          {state}
        </span>
      </div>
      <div className={classes.actions}>{children}</div>
    </header>
  );
}

/** The name of a folder as a title: `getting-started` is "Getting started". */
function titleOf(folder: string): string {
  const words = folder.replace(/[-_]+/g, ' ').trim() || folder;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
