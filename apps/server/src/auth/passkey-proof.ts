type Asking = { userId: number; sessionId: string }

/** Authenticates the user of a signed-in browser again, by passkey, without leaving the page. */
export type PasskeyProof = {
  /** Returns undefined if the user has no passkey at our own sign-in provider. */
  ask(caller: Asking): Promise<{ options: unknown; sealed: string } | undefined>
  /** 'passkey': the answer is wrong; 'passkey-copied': the passkey's counter shows that it was copied. */
  prove(caller: Asking, given: { question: string; answer: string }): Promise<'proved' | 'passkey' | 'passkey-copied'>
}
