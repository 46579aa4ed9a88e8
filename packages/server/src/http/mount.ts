import type { Hono } from 'hono';
import type { RequestVariables } from './request.js';

/** Pages and endpoints outside of the contract's JSON routes: HTML, redirects, the agents' relay. */
export type Mount = (app: Hono<RequestVariables>) => void;
