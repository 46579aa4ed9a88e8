/** Limits of webhooks. */
export const webhookLimits = {
  /** Webhooks of a workspace, and characters of a webhook's URL. */
  webhooksPerWorkspace: 20,
  webhookUrlCharacters: 2_000,
  /** Time limit of a webhook's receiver, and how long a claim of deliveries is valid. */
  webhookTimeoutSeconds: 10,
  webhookLeaseSeconds: 60,
  /** Pause after the first failed attempt, the factor for each further one, and the maximum pause. */
  webhookRetrySeconds: 5,
  webhookRetryFactor: 4,
  webhookRetrySecondsMax: 24 * 3_600,
  /** After this many days of failures, a delivery is given up and its webhook is disabled. */
  webhookFailureDays: 3,
  /** Days that deliveries are kept. */
  webhookDeliveryDays: 30,
  /**
   * Webhooks to which one process sends at a time, those of one workspace among them, and deliveries to one webhook.
   */
  webhooksAtATime: 32,
  webhooksAtATimePerWorkspace: 4,
  deliveriesAtATime: 8,
  /** Streams of the audit log of a workspace in one process, and entries that are read at a time. */
  auditStreamsPerWorkspace: 5,
  auditStreamEntries: 500,
} as const;
