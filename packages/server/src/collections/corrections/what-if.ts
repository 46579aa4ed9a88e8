import type { Forecast } from '@tessera/contract';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import type { Principal } from '../../principals/principal.js';

/** The caller, and the name of the collection. */
export interface ChangeCall {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly name: string;
}

/**
 * Makes a change in a transaction that is rolled back, and compares the answers to logged queries before and after it.
 * Throws the errors of the change, `operation_not_allowed` for callers who may not read the log, and `invalid_request` if
 * it takes more than `seconds`.
 */
export type WhatIf = (
  call: ChangeCall,
  change: (transaction: Transaction) => Promise<unknown>,
  seconds?: number,
) => Promise<Forecast>;
