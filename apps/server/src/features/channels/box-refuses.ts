/** An answer of the mail server, as nodemailer hands it on. */
type SmtpAnswer = { responseCode?: unknown; command?: unknown; response?: unknown }

/** The mail server said that the letter will never be taken (RFC 5321: 5yz). */
export function isRefusal(error: unknown): boolean {
  const { responseCode } = error as SmtpAnswer
  return typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
}

/**
 * What was refused is the box itself: there is none, or it takes nothing (RFC 3463: 5.1.x, 5.2.1). A refusal for who we
 * are or for what we wrote (5.7.x) is none of the box.
 */
export function boxRefuses(error: unknown): boolean {
  const { responseCode, command, response } = error as SmtpAnswer
  if (!isRefusal(error) || command !== 'RCPT TO') return false
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response)) ?? []
  return status === undefined ? responseCode === 550 || responseCode === 553 : /^5\.(1\.\d+|2\.1)$/.test(status)
}
