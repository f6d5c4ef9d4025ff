/** Control characters, line breaks, and what reorders or hides text. A joiner within an emoji is none of them. */
const hidden = /[\p{Cc}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u
const scheme = /:\/\/|(?<![\p{L}\d])www\./iu
/** A host as mail programs turn it into a link: the ending decides, so that `Dr.Chan` and `J.P.` are names. */
const host =
  /(?<![\p{L}\d])[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.(?:com|net|org|info|biz|io|co|app|dev|ai|me|cc|xyz|top|site|shop|online|live|link|click|club|vip|win|ru|uk|eu|de|fr|sg|my|th|vn|kr|ph|id|in|au|mo)(?![\p{L}\d-])/iu
/** The markets' own endings: `0700.HK` and `BRK.US` are stocks. */
const hostOfMarket =
  /(?<![\p{L}\d])(?=[\p{L}\d-]*[\p{Ll}-])[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.(?:hk|us|cn|tw|jp)(?![\p{L}\d-])/u

/**
 * Whether a text that a person chose may name something: it shows as it was typed, and leads nowhere when it stands in
 * an e-mail.
 */
export const isPlainName = (text: string): boolean =>
  ![hidden, scheme, host, hostOfMarket].some(pattern => pattern.test(text))
