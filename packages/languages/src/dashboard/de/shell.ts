/** The frame of every page. */
export const shell = {
  'Your account': 'Ihr Konto',
  'Use the dark theme': 'Dunkles Design verwenden',
  'Use the light theme': 'Helles Design verwenden',
};
