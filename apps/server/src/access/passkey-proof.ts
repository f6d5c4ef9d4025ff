type Asking = { userId: number; sessionId: string }

/** Proves who is at a signed-in browser by a passkey, without leaving the page. */
export type PasskeyProof = {
  /** Undefined when the person has no passkey here. */
  ask(caller: Asking): Promise<{ options: unknown; sealed: string } | undefined>
  /** 'passkey': a wrong answer; 'passkey-copied': the answer of a copy. */
  prove(caller: Asking, given: { question: string; answer: string }): Promise<'proved' | 'passkey' | 'passkey-copied'>
}
