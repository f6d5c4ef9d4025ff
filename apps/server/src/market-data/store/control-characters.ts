/** Control characters, and others that some programs treat as line ends. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const controls = new RegExp(`${control.source}+`, 'g')

export const hasControls = (text: string) => control.test(text)

/** Prepares an external text for quoting: on one line and at most `most` characters long. */
export const quoted = (text: string, most: number) => withoutControls(text, ' ').trim().slice(0, most)

export const withoutControls = (text: string, instead: string) => text.replace(controls, instead)
