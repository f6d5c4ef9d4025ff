/** Controls, ends of lines among them, and what some programs take for such. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const controls = new RegExp(`${control.source}+`, 'g')

export const hasControls = (text: string) => control.test(text)

/** A text that others wrote, to be quoted: on one line, at most so long. */
export const quoted = (text: string, most: number) => withoutControls(text, ' ').trim().slice(0, most)

export const withoutControls = (text: string, instead: string) => text.replace(controls, instead)
