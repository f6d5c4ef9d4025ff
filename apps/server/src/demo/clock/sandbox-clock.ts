import type { SandboxConnection } from '../../payments/provider/provider.ts'

/** Lead of the payment sandbox's clock over the machine's clock, in ms. */
export async function sandboxAheadMs(sandbox: SandboxConnection): Promise<number> {
  return (await ask(sandbox)).aheadSeconds * 1_000
}

/**
 * Moves the sandbox's clock forward, never back, until its lead is `aheadMs`, rounded down to a second. With `told`,
 * also moves the test clocks, and settles when the webhook events have arrived or after 30 s.
 */
export async function moveSandbox(sandbox: SandboxConnection, aheadMs: number, { told = false } = {}): Promise<void> {
  const seconds = Math.floor(aheadMs / 1_000) - (await ask(sandbox)).aheadSeconds
  if (seconds > 0) await ask(sandbox, { advance: String(seconds), ...(told && { all: 'yes', told: 'yes' }) })
}

async function ask({ url, secretKey }: SandboxConnection, form?: Record<string, string>) {
  const answer = await fetch(new URL('/_sandbox/clock', url), {
    headers: { authorization: `Bearer ${secretKey}` },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  if (!answer.ok) throw new Error(`the payment sandbox answers ${answer.status} about its clock`)
  return (await answer.json()) as { aheadSeconds: number }
}
