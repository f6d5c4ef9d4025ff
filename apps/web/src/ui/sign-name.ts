/** The name of the sign that explains a word: the word with the question mark of its script. */
export const signName = (word: string) => `${word}${/\p{Script=Han}$/u.test(word) ? '？' : '?'}`
