/** The keys of the file that `CONFIG` names: what each is for. Text between backticks is code. */
export const configKeys = {
  parameters: 'The provider’s names of query parameters, by the names used here: `{"filter[userId]": "filter[user]"}`.',
  pageSizes:
    'The page sizes each list offers, ascending: `connections` (up to 1000) and `webhooks` (up to 100), such as `{"connections": [20, 50]}`.',
  defaultPageSizes:
    'The page size the provider uses where a request names none: `{"connections": 20, "webhooks": 20}`. By default 10 and 50.',
  extensions: 'Operations outside the documented API to switch on: `["subscriptions.list"]`.',
  mapUrl: 'A map for locations: an https address with `{latitude}` and `{longitude}`.',
  advisedBatchPaths: 'The page advises against batches with more paths than this number.',
  bucket:
    'Keeps the requests of each token below the provider’s limit: `capacity` at once, refilled by `refillPerMinute`. `null` switches it off. Instances share it with `DATABASE_URL`; without it, divide the numbers by the number of instances.',
  roles:
    'Which values of `ROLE_CLAIM` give which role: lists under `viewer`, `reader` and `operator`. A role that is left out is given to no one. Without `roles`, the role names are the values.',
  dailyVehicleReads:
    'Billed reads allowed per UTC day: `perOperator` and `perVehicle`. Counted in memory by each instance, from zero after a restart.',
  deliveries:
    'How deliveries are signed: `signatureHeader` (`{HEADER_PREFIX}-signature`), `algorithm` (`sha256` or `sha512`), `encoding` (`hex` or `base64`), `signaturePrefix` (none; such as `sha256=`), `challengePaths` (`["data.challenge", "payload.challenge"]`) and `bodyLimitKb` (128).',
} as const
