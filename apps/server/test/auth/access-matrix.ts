/*
 * Who may call what, taken from the specification's entitlement matrix and independent of the server's own rules. The
 * matrix has one mark per kind of account: Y allowed, n not allowed (403), - not signed in (401). A function tied to
 * one market is called for the account's own market; in any other market the account counts as one without a plan.
 */
const matrix = `
who may                       nobody free HKm HKq HKh HKy Om Oq Oh Oy SC affiliate beta friend staff admin
public                        Y      Y    Y   Y   Y   Y   Y  Y  Y  Y  Y  Y         Y    Y      Y     Y
everybody                     -      Y    Y   Y   Y   Y   Y  Y  Y  Y  Y  Y         Y    Y      Y     Y
stock highlights              -      n    Y   Y   Y   Y   Y  Y  Y  Y  n  n         n    Y      Y     Y
market trend                  -      n    Y   Y   Y   Y   Y  Y  Y  Y  n  n         n    Y      Y     Y
chart patterns                -      n    Y   Y   Y   Y   Y  Y  Y  Y  n  n         n    Y      Y     Y
messages of the market        -      n    Y   Y   Y   Y   Y  Y  Y  Y  n  n         n    Y      Y     Y
messages to who pays          -      n    Y   Y   Y   Y   Y  Y  Y  Y  n  n         n    Y      Y     Y
messages to Sunday Club       -      n    Y   Y   Y   Y   n  n  n  n  Y  n         n    Y      Y     Y
shareholding                  -      n    Y   Y   Y   Y   n  n  n  n  n  n         n    Y      Y     Y
shareholding changes          -      Y    Y   Y   Y   Y   Y  Y  Y  Y  Y  Y         Y    Y      Y     Y
movers                        -      Y    Y   Y   Y   Y   Y  Y  Y  Y  Y  Y         Y    Y      Y     Y
movers plus                   -      n    Y   Y   Y   Y   n  n  n  n  n  n         n    Y      Y     Y
profit alerts                 -      n    Y   Y   Y   Y   n  n  n  n  n  n         n    Y      Y     Y
profit alerts, FinList marks  -      n    Y   Y   Y   Y   n  n  n  n  n  n         n    Y      Y     Y
video archive                 -      n    n   Y   Y   Y   n  Y  Y  Y  n  n         n    Y      Y     Y
advanced videos               -      n    n   n   n   Y   n  n  n  Y  n  n         n    Y      Y     Y
Sunday Club                   -      n    Y   Y   Y   Y   n  n  n  n  Y  n         n    Y      Y     Y
Sunday Club replays           -      n    Y   Y   Y   Y   n  n  n  n  Y  n         n    Y      Y     Y
Finder                        -      n    Y   Y   Y   Y   n  n  n  n  n  n         Y    Y      Y     Y
watchlists                    -      n    Y   Y   Y   Y   Y  Y  Y  Y  n  n         n    Y      Y     Y
watchlists without limits     -      n    n   n   n   n   n  n  n  n  n  n         n    Y      Y     Y
relative strength line        -      n    Y   Y   Y   Y   Y  Y  Y  Y  n  n         n    Y      Y     Y
the game's rank               -      n    Y   Y   Y   Y   Y  Y  Y  Y  n  n         n    Y      Y     Y
an affiliate’s own figures    -      n    n   n   n   n   n  n  n  n  n  Y         n    n      n     n
staff                         -      n    n   n   n   n   n  n  n  n  n  n         n    n      Y     Y
money and friends             -      n    n   n   n   n   n  n  n  n  n  n         n    n      n     Y
`

const [heading = '', ...lines] = matrix.trim().split('\n')
const marksFrom = heading.indexOf('nobody')
const marksOf = (line: string) => line.slice(marksFrom).trim().split(/ +/)
const marks = new Map(lines.map(line => [line.slice(0, marksFrom).trim(), marksOf(line)]))

const ofOneMarket = new Set(['stock highlights', 'market trend', 'chart patterns', 'messages of the market'])

/** Looks up the mark in the matrix. `own` is the account's market, `asked` the market of the call. */
export function mark(duty: string, kind: string, own: string | undefined, asked: string | undefined): string {
  const at = own !== undefined && ofOneMarket.has(duty) && own !== asked ? 'free' : kind
  const found = marks.get(duty)?.[marksOf(heading).indexOf(at)]
  if (found === undefined) throw new Error(`the matrix has no '${duty}' for '${at}'`)
  return found
}

export const marketsAsked = ['HKEX', 'US', 'CN', 'TW', 'JP']

/**
 * How to make the call; `each: 'market'` repeats it for each of the five markets. No body is sent, so an allowed caller
 * gets a 400 and nothing changes.
 */
export type Row = {
  duty: string | ((market: string) => string)
  each?: 'market'
  params?: Record<string, string>
  query?: Record<string, string>
}

const of = (duty: string, asked: Omit<Row, 'duty'> = {}): Row => ({ duty, ...asked })
const marketOf = (duty: string, asked: Omit<Row, 'duty'> = {}): Row => ({
  duty,
  each: 'market',
  params: { exchange: '{market}' },
  ...asked,
})
const nobodys = { id: '987654321', watchlistStockId: '987654321', userId: '987654321', uploadId: '987654321' }
const nobodysSession = '00000000-0000-4000-8000-000000000000'
const own = (duty: string, asked: Omit<Row, 'duty'> = {}): Row => ({ duty, params: nobodys, ...asked })
const day = '2026-07-17'

/** Maps method and path to who may call it. */
export const rows: Record<string, Row> = {
  'GET /health': of('public'),
  'GET /record/bars/:exchange': marketOf('stock highlights', { query: { date: day } }),
  'GET /record/pick/:exchange': marketOf('stock highlights', { query: { date: day, stockCode: 'X' } }),
  'GET /record/:seq': of('everybody', { params: { seq: '987654321' } }),
  'GET /operator': of('public'),
  'GET /chance': of('public'),
  'GET /models': of('public'),
  'GET /track-record/:exchange': of('public'),
  'GET /track-record/:exchange/picks': of('public'),
  'GET /track-record/:exchange/young': marketOf('stock highlights'),
  'GET /website/landing/free-seminar': of('public'),

  'GET /users/user': of('everybody'),
  'POST /users/user': of('everybody'),
  'POST /users/complete-registration': of('everybody'),
  'POST /users/verify-email/start': of('everybody'),
  'POST /users/verify-email/confirm': of('everybody'),
  'GET /users/user/marketing/notifications': of('everybody'),
  'POST /users/user/marketing/toggle': of('everybody'),
  'GET /users/user/marketing/toggle': of('everybody'),
  'POST /users/user/notification/toggle': of('everybody'),
  'GET /users/user/notification/toggle': of('everybody'),
  'GET /users/user/sessions': of('everybody'),
  'POST /users/user/sessions/:sessionId/end': own('everybody', { params: { sessionId: nobodysSession } }),
  'POST /users/user/sessions/end-others': of('everybody'),
  'POST /users/user/step-up': of('everybody'),
  'GET /users/user/old-account': of('everybody'),
  'POST /users/user/old-account/passkey': of('everybody'),
  'POST /users/user/old-account/join': of('everybody'),
  'GET /users/user/activity': of('everybody'),
  'GET /users/user/first-steps': of('everybody'),
  'POST /users/user/first-steps/pick': of('everybody'),
  'POST /users/user/first-steps/dismiss': of('everybody'),
  'POST /users/user/activity/:eventId/not-me': own('everybody', { params: { eventId: '987654321' } }),
  'GET /admin/customers/:userId/activity': own('staff'),
  'POST /users/user/step-up/passkey': of('everybody'),
  'GET /users/user/datafeed-tokens': of('everybody'),
  'POST /users/user/datafeed-tokens': of('everybody'),
  'POST /users/user/datafeed-tokens/:tokenId/end': own('everybody', { params: { tokenId: '987654321' } }),
  'GET /users/user/export': of('everybody'),
  'POST /users/user/delete': of('everybody'),
  'POST /users/user/delete/cancel': of('everybody'),
  'GET /device/check': of('everybody', { query: { path: '/users/user', page: '/' } }),

  'GET /payments/config': of('everybody'),
  'GET /users/user/subscriptions': of('everybody'),
  'GET /users/user/given': of('everybody'),
  'POST /users/user/update-card': of('everybody'),
  'POST /users/subscribe/preview': of('everybody'),
  'POST /users/subscribe/validate-coupon': of('everybody'),
  'POST /users/subscribe': of('everybody'),
  'POST /users/user/subscriptions/:id/preview-update': own('everybody'),
  'POST /users/user/subscriptions/:id': own('everybody'),
  'POST /users/user/subscriptions/:id/update/cancel': own('everybody'),
  'POST /users/user/subscriptions/:id/outstanding': own('everybody'),
  'POST /users/user/invoices/:id/pdf': own('everybody'),

  'GET /status/messages': of('everybody'),
  'GET /alerts': of('everybody'),
  'POST /alerts': of('everybody'),
  'POST /alerts/try': of('everybody'),
  'GET /alerts/channels': of('everybody'),
  'POST /alerts/channels': of('everybody'),
  'POST /alerts/push': of('everybody'),
  'POST /alerts/push/delete': of('everybody'),
  'POST /alerts/:alertId': own('everybody', { params: { alertId: '987654321' } }),
  'POST /alerts/:alertId/delete': own('everybody', { params: { alertId: '987654321' } }),
  'POST /alerts/:alertId/restore': own('everybody', { params: { alertId: '987654321' } }),
  'GET /alerts/:alertId/firings': own('everybody', { params: { alertId: '987654321' } }),
  // Each part of the Today page requires the right to that part's own page, as `today.test.ts` shows.
  'GET /today': of('everybody'),
  'GET /inbox': of('everybody'),
  'GET /inbox/unread': of('everybody'),
  'POST /inbox/read': of('everybody'),
  'GET /status/last-updated': of('everybody'),
  'GET /status/notifications': of('everybody'),
  'GET /status/notifications/:target': {
    ...marketOf('messages of the market'),
    params: { target: '{market}' },
  },
  'GET /status/notifications/:target PAID': of('messages to who pays', { params: { target: 'PAID' } }),
  'GET /status/notifications/:target SUNDAY_CLUB': of('messages to Sunday Club', { params: { target: 'SUNDAY_CLUB' } }),
  'GET /finlist/:exchange/last-updated': marketOf('everybody'),
  'GET /markettrend/:exchange/last-updated': marketOf('everybody'),
  'GET /education/sunday-club/last-updated': of('everybody'),
  'GET /education/videos/last-updated': of('everybody'),

  'GET /free/finlist/:exchange': marketOf('everybody'),
  'GET /finlist/:exchange/issue-dates': marketOf('stock highlights'),
  'GET /finlist/:exchange/newest': marketOf('stock highlights'),
  'GET /finlist/:exchange/why': marketOf('stock highlights', { query: { issueDate: day, stockCode: '0005' } }),
  'GET /finlist/:exchange/figures': marketOf('stock highlights', { query: { issueDate: day } }),
  'GET /finlist/:exchange/earlier': marketOf('stock highlights', { query: { stockCode: '0005' } }),
  'GET /finlist/:exchange/results': marketOf('stock highlights', { query: { stockCode: '0005' } }),
  'GET /finlist/:exchange/changes': marketOf('stock highlights', { query: { issueDate: day } }),
  'GET /finlist/:exchange': marketOf('stock highlights', { query: { issueDate: day } }),
  'GET /ccass/finlist': of('shareholding', { query: { issueDate: day } }),

  'GET /watchlist/user': of('watchlists'),
  'GET /watchlist/create': of('watchlists'),
  'GET /watchlist/:id/rename': own('watchlists', { query: { watchlistName: 'x' } }),
  'GET /watchlist/:id': own('watchlists'),
  'GET /watchlist/stocks': of('watchlists'),
  'GET /watchlist/bypass-limit': of('watchlists without limits'),
  'POST /watchlist/:id': own('watchlists'),
  'POST /watchlist/:id/import': own('watchlists'),
  'POST /watchlist/:id/order': own('watchlists'),
  'POST /watchlist/:id/:watchlistStockId/note': own('watchlists'),
  'POST /watchlist/:id/:watchlistStockId/restore': own('watchlists'),
  'POST /watchlist/:id/:watchlistStockId': own('watchlists'),
  'GET /watchlist/:id/:watchlistStockId/delete': own('watchlists'),
  'POST /watchlist/:id/delete': own('watchlists'),

  'POST /finder/:exchange': {
    ...marketOf('Finder'),
    duty: market => (market === 'HKEX' ? 'Finder' : 'stock highlights'),
  },
  'GET /market-map/:exchange': {
    ...marketOf('Finder'),
    duty: market => (market === 'HKEX' ? 'Finder' : 'stock highlights'),
  },
  // Each market and figure that the body names requires its own right, as `screens.test.ts` shows.
  'POST /screener': of('everybody'),
  'POST /screener/export': of('everybody'),
  'POST /screener/texts': of('everybody'),
  'GET /screener/screens': of('everybody'),
  'POST /screener/screens': of('everybody'),
  'POST /screener/screens/:id': own('everybody'),
  'DELETE /screener/screens/:id': own('everybody'),
  'GET /finder/filter-set/user': of('Finder'),
  'POST /finder/filter-set/create': of('Finder'),
  'POST /finder/filter-set/:id': own('Finder'),
  'GET /finder/filter-set/:id/delete': own('Finder'),

  'GET /tvchart/config': of('everybody'),
  'GET /tvchart/search': of('everybody', { query: { query: 'a' } }),
  'GET /tvchart/symbols': of('everybody', { query: { symbol: 'HKEX:HSI' } }),
  'GET /tvchart/history': of('everybody', { query: { symbol: 'HKEX:HSI', from: '0', to: '1' } }),
  'GET /tvchart/marks': of('everybody', { query: { symbol: 'HKEX:HSI', from: '0', to: '1' } }),
  'GET /tvchart/timescale_marks': of('everybody', { query: { symbol: 'HKEX:HSI', from: '0', to: '1' } }),
  'GET /tvchart/time': of('everybody'),
  'GET /tvchart/actions': of('everybody', { query: { symbol: 'HKEX:HSI' } }),
  'GET /tvchart/quotes': of('everybody', { query: { symbols: 'HKEX:HSI' } }),
  'GET /tvchart/small': of('everybody', { query: { symbols: 'HKEX:HSI' } }),
  'GET /tvchart/patterns': {
    ...marketOf('chart patterns', { params: {} }),
    query: { symbol: '{market}:AAA', from: '0', to: '1', resolution: '1D' },
  },
  'GET /tvchart/rsline': of('relative strength line'),
  'GET /tvchart/simulator-info': of('everybody', { query: { symbol: 'PRAC:AAA' } }),
  'GET /tvchart/memory': of('everybody'),
  'POST /tvchart/memory': of('everybody'),
  'GET /tvchart/storage/charts': of('everybody'),
  'POST /tvchart/storage/charts': of('everybody'),
  'POST /tvchart/storage/charts/:id': own('everybody'),
  'GET /tvchart/storage/charts/:id': own('everybody'),
  'POST /tvchart/storage/charts/:id/delete': own('everybody'),
  'GET /tvchart/storage/studytemplates': of('everybody'),
  'POST /tvchart/storage/studytemplates': of('everybody'),
  'POST /tvchart/storage/studytemplates/delete': of('everybody'),
  'GET /tvchart/storage/1.1/charts': of('everybody'),
  'POST /tvchart/storage/1.1/charts': of('everybody'),
  'DELETE /tvchart/storage/1.1/charts': of('everybody'),
  'GET /tvchart/storage/1.1/study_templates': of('everybody'),
  'POST /tvchart/storage/1.1/study_templates': of('everybody'),
  'DELETE /tvchart/storage/1.1/study_templates': of('everybody'),

  'GET /markettrend/:exchange': marketOf('market trend'),
  'GET /markettrend/:exchange/state-rates': marketOf('market trend'),
  'GET /ccass': of('shareholding changes'),
  'GET /ccass/participant/:participantId': of('shareholding', { params: { participantId: 'B01234' } }),
  'GET /ccass/stock/:stockCode': of('shareholding', { params: { stockCode: '0700' } }),
  'GET /stocks/movement/HKEX': of('movers'),
  'GET /stocks/movement/enhanced/HKEX': of('movers plus'),
  'GET /stock-news/profit-warning': of('profit alerts'),
  'GET /stock-news/profit-warning/outcomes': of('profit alerts'),
  'GET /stock-news/profit-warning/finlist': of('profit alerts, FinList marks'),

  'GET /tvchart/game/:playlistId': of('everybody', { params: { playlistId: '1' } }),
  'GET /tvchart/game/:playlistId/:levelId': of('everybody', {
    params: { playlistId: '1', levelId: '1' },
  }),
  'GET /game/rank': of("the game's rank", { query: { playlistId: '1' } }),
  'POST /game/save': of('everybody'),
  'POST /game/step': of('everybody'),
  'GET /game/skill': of('everybody', { query: { playlistId: '1' } }),
  'GET /game/leaderboard': of('everybody', { query: { playlistId: '1' } }),

  'GET /education/sunday-club': of('Sunday Club replays'),
  'GET /education/sunday-club/link': of('Sunday Club'),
  'GET /education/videos': of('video archive'),
  'GET /education/videos/advanced': of('advanced videos'),
  'GET /education/view-video/:vimeoId': of('everybody', { params: { vimeoId: '987654321' } }),

  'GET /education/pattern-examples': of('everybody'),

  'GET /affiliate': of('an affiliate’s own figures'),
  'GET /affiliate/statement.csv': of('an affiliate’s own figures', { query: { month: '2026-01' } }),
  'GET /admin/dispatches': of('staff'),
  'POST /admin/dispatches/again': of('staff'),
  'POST /affiliate/admin': of('staff'),
  'GET /affiliate/admin/statement.csv': of('staff', { query: { code: 'NOSUCH', month: '2026-01' } }),
  'POST /affiliate/admin/codes': of('staff'),

  'POST /admin/data/finlist/upload': of('staff', { query: { exchange: 'HKEX', issueDate: day } }),
  'POST /admin/data/markettrend/upload': of('staff', { query: { exchange: 'HKEX', issueDate: day } }),
  'GET /admin/data/markettrend/proposal': of('staff', { query: { exchange: 'HKEX' } }),
  'POST /admin/data/markettrend/update-trend': of('staff', { query: { exchange: 'HKEX' } }),
  'POST /admin/data/stock/upload': of('staff', { query: { exchange: 'HKEX' } }),
  'POST /admin/data/stock/price/upload': of('staff', { query: { exchange: 'HKEX' } }),
  'POST /admin/data/corporate-actions/upload': of('staff', { query: { exchange: 'HKEX' } }),
  'POST /admin/data/listings/upload': of('staff', { query: { exchange: 'HKEX' } }),
  'POST /admin/data/renames/upload': of('staff', { query: { exchange: 'HKEX' } }),
  'POST /admin/data/rates/upload': of('staff'),
  'GET /exchange-rates': of('everybody'),
  'GET /stock-marks': of('everybody'),
  'POST /stock-marks/:exchange/:stockCode': own('everybody', { params: { exchange: 'HKEX', stockCode: '9876' } }),
  'GET /users/user/list-views': of('everybody'),
  'POST /users/user/list-views/:list': of('everybody', { params: { list: 'finlist' } }),
  'POST /admin/data/closings/upload': of('staff', { query: { exchange: 'HKEX' } }),
  'POST /admin/data/simulator-stock/upload': of('staff'),
  'POST /admin/data/simulator-game/upload': of('staff'),
  'POST /admin/data/patterns/upload': of('staff', { query: { exchange: 'HKEX' } }),
  'POST /admin/data/videos/upload': of('staff'),
  'POST /admin/data/movement/upload': of('staff'),
  'POST /admin/data/profit-warning/upload': of('staff'),
  'POST /admin/data/shareholding/upload': of('staff'),
  'GET /admin/data/uploads': of('staff'),
  'POST /admin/data/uploads/:uploadId/roll-back': own('staff'),
  'GET /admin/data/uploads/:uploadId/file/:field': own('staff', { params: { ...nobodys, field: 'stockCsv' } }),
  'GET /admin/picking/proposal': of('staff', { query: { exchange: 'HKEX' } }),
  'POST /admin/picking/proposal/make': of('staff'),
  'POST /admin/picking/edits': of('staff'),
  'POST /admin/picking/edits/:editId/take-back': own('staff', { params: { editId: '987654321' } }),
  'POST /admin/picking/hand-in': of('staff'),
  'POST /admin/picking/publish': of('staff'),
  'GET /admin/picking/reconstruction': of('staff', { query: { exchange: 'HKEX' } }),
  'POST /admin/picking/reconstruction': of('staff'),
  'GET /admin/data/days': of('staff', { query: { exchange: 'HKEX' } }),
  'POST /admin/data/days/release': of('staff'),
  'POST /admin/data/moves/release': of('staff'),
  'POST /admin/data/moves/record': of('staff'),
  'POST /admin/data/moves/undo': of('staff'),
  'POST /admin/data/prices/delete': of('staff'),
  'POST /admin/data/prices/restore': of('staff'),
  'POST /admin/data/config': of('staff'),
  'GET /admin/data/system-notifications': of('staff'),
  'POST /admin/data/system-notifications': of('staff'),
  'POST /admin/data/system-notifications/:systemMessageId/withdraw': own('staff', {
    params: { systemMessageId: '987654321' },
  }),
  'GET /admin/users': of('staff', { query: { page: '0' } }),
  'GET /admin/users/count': of('staff'),
  'GET /admin/overview': of('staff'),
  'GET /admin/jobs/:name/log': of('staff', { params: { name: 'purge' } }),
  'POST /admin/jobs/:name/run': of('money and friends', { params: { name: 'purge' } }),
  'GET /demo/clock': of('public'),
  'POST /demo/clock': of('staff'),
  'GET /admin/customers': of('staff', { query: { search: 'x' } }),
  'GET /admin/customers/:userId': own('staff'),
  'GET /admin/audit': of('staff'),
  'GET /admin/revenue': of('staff', { query: { from: '2026-01', to: '2026-01' } }),
  'GET /admin/revenue.csv': of('staff', { query: { from: '2026-01', to: '2026-01' } }),
  'POST /admin/customers/:userId/credit': own('money and friends'),
  'POST /admin/customers/:userId/trial': own('money and friends'),
  'POST /admin/customers/:userId/friend': own('money and friends'),
  'POST /admin/customers/:userId/refunds': own('money and friends'),
  'POST /admin/customers/:userId/sign-out': own('money and friends'),
  'POST /admin/customers/:userId/game-boards': own('money and friends'),
  'POST /admin/customers/:userId/block': own('money and friends'),
  'POST /admin/customers/:userId/take-role': own('money and friends'),
  'POST /admin/customers/:userId/export': own('money and friends'),
  'POST /admin/customers/:userId/erase': own('money and friends'),
  'POST /admin/customers/:userId/join': own('money and friends'),
}

/**
 * What an unattended browser must not be able to do, taken from the specification and independent of the contract:
 * every call here requires a sign-in within the last ten minutes, and no other call does.
 */
export const freshRows: Record<string, 'always' | 'conditional'> = {
  // Calls that charge or replace the card on file, now or at the next renewal.
  'POST /users/subscribe': 'conditional',
  'POST /users/user/subscriptions/:id': 'conditional',
  'POST /users/user/subscriptions/:id/update/cancel': 'always',
  'POST /users/user/subscriptions/:id/outstanding': 'always',
  'POST /users/user/update-card': 'always',
  // Calls that change or remove a way to sign in, or end the account.
  'POST /users/user': 'conditional',
  'POST /users/complete-registration': 'conditional',
  'POST /users/verify-email/start': 'conditional',
  'POST /users/user/sessions/:sessionId/end': 'always',
  'POST /users/user/sessions/end-others': 'always',
  'POST /users/user/old-account/passkey': 'always',
  'POST /users/user/old-account/join': 'always',
  'POST /users/user/delete': 'always',
  'POST /users/user/activity/:eventId/not-me': 'always',
  // Calls that change who can sign in.
  'POST /admin/customers/:userId/block': 'always',
  'POST /admin/customers/:userId/take-role': 'always',
  'POST /admin/customers/:userId/erase': 'always',
  'POST /admin/customers/:userId/join': 'always',
  // Calls that export data.
  'POST /users/user/datafeed-tokens': 'always',
  'GET /users/user/export': 'always',
  'GET /affiliate/statement.csv': 'always',
  'GET /affiliate/admin/statement.csv': 'always',
  'GET /admin/revenue.csv': 'always',
  'POST /admin/customers/:userId/export': 'always',
  // Calls that move the operator's money.
  'POST /admin/customers/:userId/credit': 'always',
  'POST /admin/customers/:userId/trial': 'always',
  'POST /admin/customers/:userId/friend': 'always',
  'POST /admin/customers/:userId/refunds': 'always',
}
