type Asking = { userId: number; sessionId: string }

/** Verifies with a passkey who is using a signed-in browser, without leaving the page. */
export type PasskeyProof = {
  /** Returns undefined when the user has no passkey here. */
  ask(caller: Asking): Promise<{ options: unknown; sealed: string } | undefined>
  /** 'passkey': the answer is wrong; 'passkey-copied': the passkey's counter shows that it was copied. */
  prove(caller: Asking, given: { question: string; answer: string }): Promise<'proved' | 'passkey' | 'passkey-copied'>
}
