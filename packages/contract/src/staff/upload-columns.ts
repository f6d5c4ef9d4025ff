/**
 * A column of an uploaded file, or several similar columns that the help describes together. A file must have at least
 * one of the columns marked `oneOf`.
 */
export type UploadColumns = { names: readonly string[]; required?: true | 'oneOf'; about: string }

const stockCode = { names: ['stockCode'], required: true, about: 'stockCode' } as const
const exchange = { names: ['exchange'], about: 'exchange' } as const
const industry = { names: ['sector', 'sectorZh', 'subSector', 'subSectorZh'], about: 'sector' } as const
const profile = { names: ['profileInfo', 'profileInfoZh'], about: 'profileInfo' } as const

/** The picks of an issue. Figures that are left blank are computed from the day's bars. */
export const pickColumns = [
  stockCode,
  { names: ['close'], about: 'pick-close' },
  { names: ['percivalScore'], required: true, about: 'percivalScore' },
  { names: ['closeChange', 'volumeChange'], about: 'changes' },
  { names: ['volume'], about: 'volume' },
  { names: ['buyPoint'], about: 'buyPoint' },
  { names: ['patternType'], about: 'patternType' },
  { names: ['variant', 'stop', 'rank', 'template'], about: 'of-method' },
  { names: ['isLowTurnover'], about: 'isLowTurnover' },
  { names: ['freePick'], about: 'freePick' },
  { names: ['stockName', 'stockNameZh'], about: 'stockNames' },
  industry,
  profile,
  exchange,
] as const satisfies UploadColumns[]

/** The fundamentals of picks, up to eight quarters of each, with one line per quarter. */
export const fundamentalColumns = [
  stockCode,
  { names: ['quarter'], required: true, about: 'quarter' },
  { names: ['thisReportDate'], required: true, about: 'thisReportDate' },
  { names: ['lastReportDate'], about: 'lastReportDate' },
  { names: ['thisEps', 'lastEps', 'epsChange'], about: 'eps' },
  { names: ['thisSales', 'lastSales', 'salesChange'], about: 'sales' },
  { names: ['thisNpm', 'lastNpm', 'npmChange'], about: 'npm' },
  { names: ['source'], about: 'figures-source' },
  { names: ['knownOn'], about: 'figures-known-on' },
  exchange,
] as const satisfies UploadColumns[]

export const stockColumns = [
  stockCode,
  { names: ['stockName'], required: true, about: 'stockName' },
  { names: ['stockNameZh'], about: 'stockNameZh' },
  industry,
  profile,
  { names: ['isIndex'], about: 'isIndex' },
  exchange,
] as const satisfies UploadColumns[]

/** The stocks to practise with, and the time at which practice starts for each. */
export const simulatorStockColumns = [
  stockCode,
  { names: ['stockName'], about: 'stockName' },
  { names: ['stockNameZh'], about: 'stockNameZh' },
  { names: ['startTime'], required: true, about: 'startTime' },
  { names: ['resolution'], about: 'resolution' },
] as const satisfies UploadColumns[]

/** Levels of the trading game. Each is a part of a stock's history. */
export const gameLevelColumns = [
  { names: ['playlistId'], required: true, about: 'playlistId' },
  { names: ['levelId'], required: true, about: 'levelId' },
  stockCode,
  { names: ['exchange'], about: 'level-exchange' },
  { names: ['startTime'], required: true, about: 'startTime' },
  { names: ['endTime'], required: true, about: 'endTime' },
  { names: ['multiplier'], about: 'multiplier' },
  { names: ['stockName', 'stockNameZh'], about: 'stockNames' },
] as const satisfies UploadColumns[]

/** Bases, with one line for each point of their outlines. */
export const patternColumns = [
  { names: ['patternId'], required: true, about: 'patternId' },
  stockCode,
  { names: ['patternType'], required: true, about: 'patternKind' },
  { names: ['pointIndex'], required: true, about: 'pointIndex' },
  { names: ['time'], required: true, about: 'pointTime' },
  { names: ['price'], required: true, about: 'pointPrice' },
  { names: ['options'], about: 'patternOptions' },
  exchange,
] as const satisfies UploadColumns[]

/** Daily bars. `stockCode` is required in a file with more than one stock. */
export const priceColumns = [
  { names: ['date'], required: true, about: 'date' },
  { names: ['open', 'high', 'low', 'close'], required: true, about: 'prices' },
  { names: ['volume', 'lots'], required: 'oneOf', about: 'bar-volume' },
  { names: ['turnover'], about: 'bar-turnover' },
  { names: ['adjClose'], about: 'bar-adjClose' },
  { names: ['stockCode'], about: 'bar-stockCode' },
  exchange,
] as const satisfies UploadColumns[]

/** Corporate actions: events other than trading that change a stock's shares or price. */
export const corporateActionColumns = [
  stockCode,
  { names: ['exDate'], required: true, about: 'exDate' },
  { names: ['kind'], required: true, about: 'action-kind' },
  { names: ['numerator', 'denominator'], about: 'action-ratio' },
  { names: ['amount', 'currency'], about: 'action-amount' },
  { names: ['cancelled'], about: 'action-cancelled' },
  exchange,
] as const satisfies UploadColumns[]

/** The dates on which stocks were listed and delisted. */
export const listingColumns = [
  stockCode,
  { names: ['listedOn'], about: 'listedOn' },
  { names: ['delistedOn'], about: 'delistedOn' },
  { names: ['reason'], about: 'delisting-reason' },
  { names: ['lastValue'], about: 'lastValue' },
  exchange,
] as const satisfies UploadColumns[]

/** Changes of stock codes. */
export const renameColumns = [
  { names: ['fromCode', 'toCode'], required: true, about: 'rename-codes' },
  { names: ['on'], required: true, about: 'renamedOn' },
  exchange,
] as const satisfies UploadColumns[]

/** Weekdays on which the market is closed, or open for half a day. */
export const closingColumns = [
  { names: ['date'], required: true, about: 'closing-date' },
  { names: ['kind'], required: true, about: 'closing-kind' },
  { names: ['name'], about: 'closing-name' },
  exchange,
] as const satisfies UploadColumns[]

/** The value of currencies in Hong Kong dollars, with one line per currency and day. */
export const rateColumns = [
  { names: ['currency'], required: true, about: 'rate-currency' },
  { names: ['date'], required: true, about: 'rate-date' },
  { names: ['rate'], required: true, about: 'rate' },
  { names: ['source'], about: 'rate-source' },
] as const satisfies UploadColumns[]

/** Videos, with one line for each list that shows the video. */
export const videoColumns = [
  { names: ['list'], required: true, about: 'video-list' },
  { names: ['vimeoId'], required: true, about: 'vimeoId' },
  { names: ['name'], required: true, about: 'video-name' },
  { names: ['nameZh'], about: 'video-nameZh' },
  { names: ['duration'], required: true, about: 'video-duration' },
  { names: ['date'], required: true, about: 'video-date' },
  { names: ['thumbnail'], about: 'video-thumbnail' },
  { names: ['file'], about: 'video-file' },
  { names: ['hidden'], about: 'video-hidden' },
] as const satisfies UploadColumns[]

/** All Hong Kong stocks at one moment. */
export const moversColumns = [
  stockCode,
  { names: ['price'], required: true, about: 'mover-price' },
  { names: ['volume'], required: true, about: 'mover-volume' },
  { names: ['previousPrice'], about: 'mover-previousPrice' },
  exchange,
] as const satisfies UploadColumns[]

/** Announcements of Hong Kong companies. */
export const profitAlertColumns = [
  stockCode,
  { names: ['releaseTime'], required: true, about: 'releaseTime' },
  { names: ['reportType', 'title'], required: 'oneOf', about: 'reportType' },
  { names: ['link'], required: true, about: 'link' },
  { names: ['linkZh'], about: 'linkZh' },
  exchange,
] as const satisfies UploadColumns[]

/** A market's breadth on one day or, with a date column, on several days. */
export const marketTrendColumns = [
  { names: ['issueDate'], about: 'trend-date' },
  { names: ['up', 'down', 'noChange'], about: 'moves' },
  { names: ['onTenWeekMa', 'underTenWeekMa', 'onFortyWeekMa', 'underFortyWeekMa'], about: 'averages' },
  { names: ['fiftyTwoWeekHigh', 'fiftyTwoWeekLow'], about: 'extremes' },
  exchange,
] as const satisfies UploadColumns[]

/** CCASS holdings, with one line for each stock, settlement date and participant. */
export const shareholdingColumns = [
  stockCode,
  { names: ['shareholdingDate'], required: true, about: 'shareholdingDate' },
  { names: ['participantId'], required: true, about: 'participantId' },
  { names: ['participantName'], about: 'participantName' },
  { names: ['shareholding'], required: true, about: 'shareholding' },
  { names: ['shareholdingPercent'], required: true, about: 'shareholdingPercent' },
  exchange,
] as const satisfies UploadColumns[]
