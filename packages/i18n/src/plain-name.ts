/** Control characters, line breaks, and characters that reorder or hide text. A joiner within an emoji is allowed. */
const hidden = /[\p{Cc}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u
const scheme = /:\/\/|(?<![\p{L}\d])www\./iu
/** A host that mail programs turn into a link. The ending decides, so that `Dr.Chan` and `J.P.` are names. */
const host =
  /(?<![\p{L}\d])[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.(?:com|net|org|info|biz|io|co|app|dev|ai|me|cc|xyz|top|site|shop|online|live|link|click|club|vip|win|ru|uk|eu|de|fr|sg|my|th|vn|kr|ph|id|in|au|mo)(?![\p{L}\d-])/iu
/** Endings shared with the markets' codes: `0700.HK` and `BRK.US` are stocks. */
const hostOfMarket =
  /(?<![\p{L}\d])(?=[\p{L}\d-]*[\p{Ll}-])[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.(?:hk|us|cn|tw|jp)(?![\p{L}\d-])/u

/** Longer than any name may be. The time that the patterns take grows with the square of the length. */
const longest = 250

/**
 * Whether a text chosen by a person may be a name: it shows as it was typed, and does not become a link in an e-mail.
 */
export const isPlainName = (text: string): boolean =>
  text.length <= longest && ![hidden, scheme, host, hostOfMarket].some(pattern => pattern.test(text))
