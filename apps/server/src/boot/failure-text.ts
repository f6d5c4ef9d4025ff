const mostCauses = 10
/** The fields of a database error that are printed in addition to its message, in this order. */
const told = ['code', 'detail', 'hint', 'where', 'position', 'schema', 'table', 'column', 'constraint'] as const
const secretName = /(?:KEY|SECRET|PASSWORD|TOKEN)/
const shortestSecret = 6

/**
 * Formats an error for an operator: its stack, then its causes, each followed by the details of a database error. Omits
 * passwords in URLs and the environment's secrets.
 */
export function failureText(error: unknown, env: NodeJS.ProcessEnv = process.env): string {
  const lines = [error instanceof Error ? (error.stack ?? error.message) : String(error), ...besides(error)]
  const seen = new Set([error])
  for (let cause = causeOf(error); cause !== undefined && !seen.has(cause) && seen.size <= mostCauses; ) {
    seen.add(cause)
    lines.push(
      `Caused by ${cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause as string)}`,
      ...besides(cause),
    )
    cause = causeOf(cause)
  }
  return withoutSecrets(lines.join('\n'), env)
}

/** The cause of an error; for an AggregateError, its first error. */
const causeOf = (error: unknown): unknown =>
  error instanceof AggregateError ? (error.errors[0] ?? error.cause) : error instanceof Error ? error.cause : undefined

function besides(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const facts = error as unknown as Record<string, unknown>
  return told.flatMap(name => {
    const fact = facts[name]
    return typeof fact === 'string' || typeof fact === 'number' ? [`  ${name}: ${fact}`] : []
  })
}

function withoutSecrets(text: string, env: NodeJS.ProcessEnv): string {
  const secrets = Object.entries(env).flatMap(([name, value = '']) => [
    ...(secretName.test(name) && value.length >= shortestSecret ? [value] : []),
    ...passwordsIn(value),
  ])
  const longestFirst = [...new Set(secrets)].toSorted((one, other) => other.length - one.length)
  const clean = longestFirst.reduce((left, secret) => left.replaceAll(secret, '***'), text)
  return clean.replace(/(\w+:\/\/[^:@/\s]*):[^@/\s]+@/g, '$1:***@')
}

/** The password in a URL, both as written and decoded. */
function passwordsIn(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { password } = new URL(address)
  return password === '' ? [] : [password, decoded(password)].filter(({ length }) => length >= shortestSecret)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
