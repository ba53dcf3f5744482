/** A page that is drawn at build time and needs no script. */
export type StaticPage = {
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
};
