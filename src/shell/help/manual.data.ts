/** The manual of the console: how it behaves, topic by topic. Text between backticks is code. */
export interface Topic {
  id: string
  title: string
  /** What it is about, and how it works. */
  entries: readonly (readonly [about: string, text: string])[]
}

export const topics: readonly Topic[] = [
  {
    id: 'cost',
    title: 'Requests and cost',
    entries: [
      [
        'Free requests',
        'Lists and single connections, webhooks and subscriptions cost nothing and load when you open a page. They still count against the provider’s limit, so longer loads show their price in requests first.',
      ],
      [
        'Loading ahead',
        'Pressing a link, hovering over it or giving it the focus loads its page ahead if that is free: one request, or two for a vehicle. Nothing loads ahead if less than half of the rate bucket would be left, while a 429 lasts, or if your browser asks to save data. The request inspector marks these requests “Loaded ahead”.',
      ],
      [
        'Billed reads',
        'Vehicle data, batches and signal values go through to the vehicle’s maker. They count against the vehicle’s limit and may be billed. Each button shows how many requests it sends. Opening a tab, hovering, going back, reconnecting and retrying send none, unless you turn on reading when a tab opens in Settings.',
      ],
      [
        'Requests spent',
        'A counter on each vehicle shows the requests this tab has spent on it. Readings stay in memory for the life of the tab, with the previous reading beside the new one and the differences marked.',
      ],
      [
        'Age of a reading',
        'Each reading shows how long before you read it the vehicle recorded it. A day or more is marked Stale.',
      ],
      [
        'Deprecation',
        'Version 2.0 reads have announced end dates, counted in UTC days. Forecourt never disables a read because of its date. Deprecations lists them with their version 3 replacements.',
      ],
      [
        'Shared requests',
        'The server sends identical free requests with the same token that are in progress as one request, and returns a successful response again for 2 seconds to the same operator. Retry and Check again always send a new request, and so does confirming a removal. Billed reads and changes are never shared.',
      ],
      [
        'Rate bucket',
        'If the server has a rate bucket, each response says how many requests are left. Changes come first, then reads, then jobs. A request that gets no place in time fails with 429 `LIMIT` and was not sent.',
      ],
      [
        'Differences from the API',
        'Whatever is valid in a response is shown, differences are listed, and one broken row never hides the others.',
      ],
    ],
  },
  {
    id: 'lists',
    title: 'Lists, users and vehicles',
    entries: [
      [
        'Users and vehicles',
        'The API lists neither. The server builds both lists from the connections, keeps them for everyone who uses this console and checks for changes. With the sandbox it loads all of them at the start. With real hosts an operator starts it with “Load the rest”, which shows the requests and the time it takes first; until then the lists have the newest connections, for one request.',
      ],
      [
        'Directory',
        'Users, Vehicles, Jump to and the overview with its fleet use one directory on the server and show its age. Once you select one of its users or vehicles, you can select all that match (the first 20,000). Search it by any part of an external ID, make, model or year, or by the beginning of any ID. Operators can start, pause, cancel and reload it. From the first load on the server keeps it fresh, also after a restart; “Reload all” and the hint beside it say what checks cost a day, and Settings can stop them. Removals made here leave it immediately, others with the next check. The directory of a token added in a browser is not kept fresh and ends with that token. While the store can’t be reached, the lists have the newest connections and look up complete IDs; everything else works.',
      ],
      [
        'Loading all pages',
        'Loading pauses when a 429 says so and retries a failing page once. If totals show that the list changed, the affected pages load again. One case goes unnoticed: a connection is added and another removed between loading a page and loading the page before it again.',
      ],
      [
        'Search by ID',
        'Until the directory is complete, a complete ID or external ID goes to the provider’s own filter immediately, without loading all connections.',
      ],
      ['Selection', 'Select rows one by one, with Shift-click, by page, or everything that matches for its price.'],
      [
        'Export',
        'Export this page, the selection (the first 5,000 complete) or everything that matches, as CSV, JSON or XLSX. The server exports everything: a list of the provider as a job, for the price beside it, which continues if you close the tab. Its file is saved in the tab that started it and stays on the job’s page for a day. The file of a job that failed in part says so.',
      ],
      [
        'CSV and XLSX files',
        'Every CSV is plain RFC 4180 in UTF-8 without a byte order mark: the first line has the names and nothing else. It is for programs that read it. Text that a spreadsheet would take for a formula, such as `+44…`, gets an apostrophe before it. For a spreadsheet choose XLSX: its cells are all text, so leading zeros, digits past the 15th and accents stay, and no formula runs. The file name has the content, the filter, the number of rows and when it was saved (UTC).',
      ],
      [
        'Details of a file',
        'JSON files contain their own details. After saving a page or a selection as CSV or XLSX you can save its details as a second file. That file is never saved without a click, because browsers ask before a second download.',
      ],
      [
        'Columns and views',
        'The columns a list shows are a preference of this browser. A saved view is a name for an address; open it from Jump to…, the overview or Settings. The server keeps it. It says if it contains an ID, and your views can be exported as a file and imported. A view is visible to you in every browser, or to everyone who can sign in, with your name; sharing requires the operator role, and only you can change or delete it. Without sign-in there is one list, which everyone sees and can change.',
      ],
      [
        'Filter names',
        'The API’s documentation doesn’t name its filters. A row that contradicts a filter is shown as such and never counted as a match. Settings lists the names in use.',
      ],
    ],
  },
  {
    id: 'removals',
    title: 'Removals and jobs',
    entries: [
      [
        'Remove a user',
        'An impact sheet opens first: connections counted in both modes, vehicles that would be fully disconnected (ten are looked up, more on request), permissions lost, a manifest to save, and data that can’t be counted. Forecourt then sends one DELETE and loads the user’s connections to confirm.',
      ],
      [
        'Confirmation',
        'A removal is “accepted, not yet gone” until a later request shows that it is gone. Its notice is updated as more is known, and Activity lists the change.',
      ],
      [
        'One click',
        'Simulated connections are removed without a question. Settings can also turn off the question for one live connection or one user.',
      ],
      [
        'Many at once',
        'Removing many always asks. Above 20 you type the number. Interrupted removals are checked, for their price, before they are offered again.',
      ],
      [
        'Jobs',
        'Removals, subscriptions and batches of many, exports and all values of a signal run as a job on the server: a few requests at a time, paused when a 429 says so, and stopped when five in a row reach no host. It continues when you close the page, can start at a time or within hours each day, and uses a share of the rate limit. The foot of the page shows how it ends; failed items stay selected. Vehicles that are asleep haven’t failed; retry them once they have woken up. Jobs lists all of them. Operators can pause, resume, stop and retry them. A change is sent at most once; if no response came, it is unknown until you check it. Outcomes are a file; what a job has read is one for a day after its end, for those whose role may start such a job.',
      ],
      [
        'Limits of the store',
        'Each person can have 100 unfinished jobs, 2,000 jobs with their outcomes, 1,000,000 items of them, 2 GB of results, 5,000 subscriptions that only browsers know of, and 5 accounts of tokens added in browsers with 200,000 connections; all together 1,000, 20,000, 5,000,000, 8 GB, 50,000, and 50 with 1,000,000. Beyond that the server refuses with 429 `BOUND` and says what makes room. A job that finds no room for more results stops, keeps what it has read, and can be resumed later.',
      ],
      [
        'Retry',
        'Retrying a job sends its failed items only. Items that are queued in a stopped job stay queued until it is resumed. Lists reload once, when the job is over.',
      ],
      [
        'Repeated clicks',
        'Each click has its own ID. The server refuses a second change with the same ID (409 `REPEATED`) and returns the first outcome. A click on what another browser, tab or job is changing at the moment waits for that outcome and shows it, too. So nothing is sent twice.',
      ],
      [
        'Changes today',
        'The overview lists your changes of today from the record, without sign-in everyone’s. Activity has all of them, to filter and export. A change without a response has the outcome “unknown” there.',
      ],
    ],
  },
  {
    id: 'vehicle-data',
    title: 'Vehicle data and batches',
    entries: [
      [
        'Five reads',
        'Battery capacity, service history, trouble codes, system status and VIN are tabs of a vehicle. Each sends one billed request when you press its button.',
      ],
      [
        'Token of one vehicle',
        'Add a token that belongs to one connection on that vehicle’s page. It is used for that vehicle’s reads only, instead of the shared version 2.0 token.',
      ],
      [
        'Masked values',
        'VINs and the query of owner links are masked until you reveal them, in signal values and files too. An owner link contains a token. The text field for copying the link shows it in full.',
      ],
      [
        'Owner link',
        'If the provider can’t tell which battery a vehicle has, only the owner can choose. The battery tab builds the link with a QR code and a message. While the return address is local, the page says that it works only on this computer.',
      ],
      [
        'Owner’s return',
        '`/return/battery-capacity` thanks the owner and shows nothing else. If the flow was opened in this browser, you see the result and can compare the capacity before and after.',
      ],
      [
        'Batch',
        'One request with several reads. The address contains the whole batch as repeated `path`, so you can share it as a link; presets save one by name in this browser. Each path counts as one request.',
      ],
      [
        'Paths of a batch',
        'Paths are relative to the vehicle. A host, `..` in any spelling or a query that breaks out is refused with the reason. Duplicates are merged.',
      ],
      [
        'Before and after sending',
        'The page shows the price, permissions and dates, and the exact request, also as cURL; nothing is sent before you press the button. Responses are matched by path, or by position if one has no path. Missing, reordered and unexpected items are marked. Failed paths can be sent again alone; the runs of a tab can be compared and saved.',
      ],
      [
        'Batch for many vehicles',
        'Select vehicles in the list to send the same batch to each: price first, each vehicle once. The job’s page shows the responses of each vehicle, and its file has all of them.',
      ],
    ],
  },
  {
    id: 'signals',
    title: 'Signals',
    entries: [
      [
        'Choose a signal',
        'Search by name, code or another word, such as soc, mileage or gps, on a vehicle’s Signals tab, in a signal field or in Jump to…. You can enter any other code, too.',
      ],
      [
        'Read values',
        'Values are billed: one request for each page. Back and Forward show what this tab has read. Reading all shows its price first and runs as a job: pages of 100 values, paused when a 429 says so. It can be canceled and continued, and counts each value once even if pages shift. The page shows the values once the job has ended.',
      ],
      [
        'Tables and charts',
        'Columns follow from the records. Values of doors and similar parts appear by position, numbers over time as a chart with the same numbers in a table. Add a second signal to a chart, or compare up to eight vehicles. Save them as CSV or JSON.',
      ],
      [
        'User of a read',
        'With `HEADER_PREFIX` set, a read names the connection’s user. If a vehicle has several, choose one; the choice is part of the address.',
      ],
    ],
  },
  {
    id: 'webhooks',
    title: 'Webhooks and subscriptions',
    entries: [
      [
        'Webhooks are read-only',
        'Create and edit them in the provider’s dashboard. The API doesn’t report verification or deliveries; where this server receives them, the page shows those. A webhook’s page lists its signals by group, shows its addresses as text and checks its configuration. Select two to compare them; searching webhooks by signal loads all pages.',
      ],
      [
        'Troubleshoot delivery',
        'On a webhook and on a vehicle (also “Why did nothing arrive?”). It checks whether the webhook is enabled, its address, triggers, subscription, connection, permissions, mode and, for one billed read, values. It names the first problem and the checks that weren’t possible. Where the callback is this server, it also checks what arrived: verified, signature, this vehicle, the signal, open errors, silence.',
      ],
      [
        'Deliveries',
        'Where this server is a callback (`RECEIVER_PORT`; always with the sandbox), it lists what webhooks deliver, as it arrives. Live pauses while you scroll, select or focus a row: “2 new” shows the rest. A delivery shows what changed since the one before, its times, signature, attempts and body. Refused requests are explained below the list. Nothing of it costs a request.',
      ],
      [
        'Last known values',
        'A vehicle’s page lists the newest delivered value of each signal and its open errors, and its tiles show the newer of reading and delivery, saying which. Locations and VINs are masked until revealed.',
      ],
      [
        'Subscription history',
        'Creation is asynchronous. The API returns no ID and has no list, so the server keeps a history with who and when: each subscription created, loaded or removed through it, IDs and names only. If the store is in memory, the history is kept until the server stops; that of a token added in a browser ends with the token. The page says so and offers “Download history”. A history that a browser kept before version 0.4 can be moved, downloaded or deleted on Overview or in Settings, as can saved views.',
      ],
      [
        'States',
        'Unknown, accepted, ID unknown (after a minute), present, not found, removed. A creation without a response is unknown, so a lost response or a reload loses nothing. The same webhook, user and vehicle may be subscribed twice, and a known ID stays known.',
      ],
      [
        '409 on creation',
        'If the vehicle is asleep, the request can be retried. If it is already subscribed, nothing failed. Anything that may already exist is sent again only after its own confirmation.',
      ],
      [
        'Changed tokens',
        'Tokens that rotate count as another account. The page then offers the entries this operator saved with other tokens and moves them with one click.',
      ],
      [
        'List of subscriptions',
        'If a provider offers `GET /v3/subscriptions`, the extension `subscriptions.list` in `CONFIG` turns the page into a list, which also shows when a creation is complete. A 404 or 405 switches it off for this tab.',
      ],
      [
        'Subscribe many',
        'Selected connections are subscribed as one job. Known subscriptions are counted and can be left out. Each creation is sent once, and failed ones stay selected. Above 20 you type the number.',
      ],
    ],
  },
  {
    id: 'tools',
    title: 'Tools',
    entries: [
      [
        'Request inspector',
        'Press `i` or select a host’s status. It has the last 500 requests of this tab with address, status, time, headers and body; filter and search them, or copy one as cURL, fetch or HTTPie with `$ACCESS_TOKEN`; cURL also for PowerShell and Command Prompt. A free request can be sent again, a vehicle read after a question, a change can’t. It also shows what the page and its buttons can send.',
      ],
      [
        'API operations',
        '`/help/api` lists every operation with its price, permission, parameters and statuses. It sends a free request, and a vehicle read after a question; a change is made on its own page. `/openapi.json` is the same for programs, `/openapi-console.json` that of this server’s own addresses.',
      ],
      [
        'Incident note',
        'Copies a failed request as Markdown for the provider’s support: times in UTC, the error, and the request as cURL.',
      ],
      [
        'Differences from the API',
        'In the inspector and in Jump to…: undocumented content of responses, by operation and field, with counts, examples, first and last time. Save it as JSON or CSV, with the last request ID and without tokens or hosts. Examples are cut and masked; objects show names only. It lists 50 fields for each operation and counts the others. A button also looks for undocumented fields in the inspector’s responses.',
      ],
      [
        'Keys and hints',
        'Press `?` for the list of keys. No key works while you type, and Settings can switch single keys off. A question mark beside a term explains it in place.',
      ],
      [
        'Look up',
        'The field on the overview. An external ID opens its connection, their list if there are several, or the search among users (1 free request). A UUID is tried as a connection, then a vehicle, then a user (up to 3 free requests). An API link opens its page.',
      ],
      [
        'Jump to…',
        'Press Ctrl K. It offers any text as an external ID and as a search among users, looks up a UUID, finds pages, recently viewed items, loaded users and vehicles, saved views and the actions of the page, opens any ID, and opens the page of an API link.',
      ],
      [
        'Host status',
        'The outcome of this tab’s last request to each host, the time of its first failure, and which token is set. Version 2.0 has no free endpoint; with Check reachability the server requests its root without a token (`GET /reach/vehicle-data`).',
      ],
      [
        'Times and numbers',
        'Lists show ages such as 2d; the full time appears on hover and on focus. Other times are dates such as Nov 20, 08:01, in 24 hours, in local time or UTC as you choose, with the year if it is not this one; a column’s header has the zone. Relative shows ages everywhere. In tables, times are not Tab stops: `j` and `k` go to them in rows without a link. Numbers are grouped and rounded to four decimals, coordinates are not; the exact number appears on hover and focus.',
      ],
      [
        'Several tabs',
        'Items removed in one tab are marked, uncounted and deselected in the others of the same provider and operator, and not sent again. If two tabs confirm the same removal, the requests are sent one after the other. On plain http beyond this computer browsers have no locks, so the second request then returns 404.',
      ],
      [
        'Tokens and tabs',
        'Adding or removing tokens, signing in and signing out apply to all tabs: data of the previous tokens is dropped, dialogs end, and a page that waited on a 401 continues. Tabs exchange IDs and outcomes only, in memory. A hidden tab reloads when you view it. Preferences, views and the subscription history are shared.',
      ],
      [
        'Activity',
        'Activity shows operators the server’s record, newest first: operator, operation, IDs and outcome, and what operators did to jobs, deliveries, shared views and the crawl. Filter it by operation, operator, outcome, status, kind, host, time and text. With a rare filter, a page may be short or empty while older records remain. It shows the records of all servers for 400 days (`RETAIN_ACTIVITY_DAYS`), parts and renamed files included; while the store is away, this server’s file alone. The page says which, and since when. Search IDs from their beginning: any other part of them takes longer. Removing a user doesn’t erase the record of it. Without a sign-in, everyone on this computer can see it; beyond this computer, a browser sees only what was done with the tokens that it uses.',
      ],
    ],
  },
  {
    id: 'recordings',
    title: 'Recordings',
    entries: [
      [
        'Give a case to support',
        'Start the server with `RECORD=folder`, open every page that matters, and give the folder to support: `REPLAY=folder npm start` shows the same pages without hosts or tokens. Record with one account, only with the sandbox or your own, on your own computer. Every page says so in red, and the log has a warning.',
      ],
      [
        'What is in the folder',
        'One file, readable by its user alone: a line for each response of the hosts, also to jobs, the team’s directory and drawn pages, with its request, time and account (opaque). A restart with the same hosts continues it; a sandbox needs a new folder. Deliveries, Activity, jobs, views and bodies above 8 MB aren’t in it.',
      ],
      [
        'What is masked',
        'Tokens and configured secrets wherever they appear, VINs (all look alike), and the query of links that don’t lead to the API, such as owner links. Not masked: names, IDs, locations and all other values. Delete the folder when the case is closed.',
      ],
      [
        'Replay',
        'The same request (parameters in any order) gets the recorded responses in order, then the last one again. Any other returns 501 `NOT_RECORDED`. Changes reach nothing. Ages count from now; the banner has the recording’s time.',
      ],
    ],
  },
  {
    id: 'tokens',
    title: 'Tokens and sign-in',
    entries: [
      [
        'Add a token',
        'Enter it in Settings. It goes to the server once and comes back sealed in a cookie that scripts can’t read. It lasts twelve hours, overrides the server’s token in this browser only, and is sent only to the configured hosts. It works for the operator who added it, not for the next one to sign in in that browser.',
      ],
      [
        'Version 3 and version 2.0',
        'The version 3 token is for vehicles, connections, users, webhooks and subscriptions; the version 2.0 token for vehicle data and batches.',
      ],
      [
        'Tokens of vehicles',
        'A browser holds tokens of up to 50 vehicles. Expired tokens make room for new ones. More than 24 kB of cookies is refused (413).',
      ],
      [
        'When a token expires',
        'After it has expired, or after the server’s `SESSION_SECRET` has changed, requests that would use it get 401 `NO_TOKEN` until you add it again or forget it. They never fall back to the server’s token, which may belong to another account.',
      ],
      [
        'Account',
        'Each page knows which account its requests are for. If the tokens or the sign-in changed elsewhere, the server refuses the request (409 `ACCOUNT_CHANGED`) and sends nothing. A token the server renews is the same account, and so is a JWT with the same issuer and subject. If another account responds than when this console was last used in this browser, the page says so and the first removal asks.',
      ],
      [
        'Sandbox tokens',
        'While the sandbox runs, any token that begins with `sandbox-` opens its own world of invented data, and any other token is a 401. The names under Sandbox faults also cause a failure. Text after a colon (`sandbox-cut:mine`) only makes it a separate world.',
      ],
      [
        'Sign-in',
        'A sign-in ends an hour after its last use, and twelve hours after it began. Its roles are those at the beginning. If it ends during your work, sign in again in another window and the page continues.',
      ],
      [
        'Jobs and sign-in',
        'With sign-in, a job that changes something or sends billed reads depends on the sign-in of the person who started or adopted it. It pauses when they sign out of their last session, when they sign in without the role it requires, and when they haven’t signed in for 7 days (`JOB_SIGN_IN_DAYS`). The job says until when it continues. They can sign in and resume it, or another operator can adopt it; it then continues in that operator’s name. Signing out asks first if it would pause jobs, and can let them run until that day. The end of a sign-in alone pauses nothing.',
      ],
      [
        'Sign out',
        'Signing out forgets added tokens and, in this browser, the saved copy of connections and the recently viewed items.',
      ],
      [
        'Daily budget',
        'The server can limit billed reads per operator and per vehicle in a UTC day. Past it, a read is refused (429 `BUDGET`). A batch that is larger than what is left is refused as a whole.',
      ],
    ],
  },
]
