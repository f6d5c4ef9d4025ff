/** The available types of study, from the names of their files. Does not load their code. */
export const studyTypes: readonly string[] = Object.keys(import.meta.glob('./kinds/*.ts')).map(file =>
  file.slice('./kinds/'.length, -'.ts'.length),
)
