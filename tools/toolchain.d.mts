export type Tell = { fact(what: string, text: string): unknown; step(what: string, doing: string): () => unknown }

export function teller(stream: NodeJS.WritableStream, options?: { quiet?: boolean }): Tell

/** The Node to run our programs with. `installs`: first installs the packages that a checkout lacks. */
export function readyNode(tell: Tell, options?: { installs?: boolean }): string
