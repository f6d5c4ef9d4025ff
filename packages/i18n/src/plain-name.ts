/** Control characters, line breaks, and characters that reorder or hide text. A joiner within an emoji is allowed. */
const hidden = /[\p{Cc}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u
const scheme = /:\/\/|(?<![\p{L}\d])www\./iu
/**
 * A host name that mail programs turn into a link. Only known endings count, so that `Dr.Chan` and `J.P.` remain names.
 */
const host =
  /(?<![\p{L}\d])[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.(?:com|net|org|info|biz|io|co|app|dev|ai|me|cc|xyz|top|site|shop|online|live|link|click|club|vip|win|ru|uk|eu|de|fr|sg|my|th|vn|kr|ph|id|in|au|mo)(?![\p{L}\d-])/iu
/**
 * A host name whose ending is also that of a market's stock codes. It counts only in lower case, after a lower-case
 * letter or a hyphen somewhere in the name, so that `0700.HK` and `BRK.US` remain stocks.
 */
const hostOfMarket =
  /(?<![\p{L}\d])(?=[\p{L}\d-]*[\p{Ll}-])[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.(?:hk|us|cn|tw|jp)(?![\p{L}\d-])/u

/**
 * Longer texts are rejected without matching: no name may be this long, and the time to match grows with the square of
 * the length.
 */
const longest = 250

/**
 * Whether a text that a user chose may be used as a name: it shows exactly as it was typed, and does not become a
 * link in an e-mail.
 */
export const isPlainName = (text: string): boolean =>
  text.length <= longest && ![hidden, scheme, host, hostOfMarket].some(pattern => pattern.test(text))
