/** The mail server's response, as nodemailer passes it on. */
type SmtpAnswer = { responseCode?: unknown; command?: unknown; response?: unknown }

/** Whether the mail server refused the e-mail permanently (RFC 5321: 5yz). */
export function isRefusal(error: unknown): boolean {
  const { responseCode } = error as SmtpAnswer
  return typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
}

/**
 * Whether the mailbox itself was refused: it does not exist or accepts nothing (RFC 3463: 5.1.x, 5.2.1). A refusal
 * because of the sender or the content (5.7.x) does not count.
 */
export function boxRefuses(error: unknown): boolean {
  const { responseCode, command, response } = error as SmtpAnswer
  if (!isRefusal(error) || command !== 'RCPT TO') return false
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response)) ?? []
  return status === undefined ? responseCode === 550 || responseCode === 553 : /^5\.(1\.\d+|2\.1)$/.test(status)
}
