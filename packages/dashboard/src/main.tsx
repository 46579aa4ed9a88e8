import './app/styles.js';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { watchLoading } from './app/loading.js';
import { nonce } from './app/nonce.js';
import { Outline } from './app/outline.js';
import { cssVariables, theme } from './app/theme.js';
import { queryClient } from './data/api.js';
import { router } from './router.js';
import { loadMessages } from './text.js';

// Loaded separately, because nothing is announced before the first page is rendered.
const Toasts = lazy(() => import('./app/toasts.js').then((part) => ({ default: part.Toasts })));

setNonce(nonce);
// Pages are loaded before the first rendering, which then shows them at once.
watchLoading();
void loadMessages()
  .then(() => router.load())
  .then(render);

function render(): void {
  createRoot(document.getElementById('root') ?? document.body).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        cssVariablesResolver={cssVariables}
        getStyleNonce={() => nonce}
        deduplicateCssVariables={false}
      >
        <QueryClientProvider client={queryClient}>
          <Suspense>
            <Toasts />
          </Suspense>
          <RouterProvider router={router} />
          <Outline />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
