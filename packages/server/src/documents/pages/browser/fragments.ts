/** Finds the place of a link from another page that names an anchor by the name that it was written with, or in another case. */
export const fragmentsScript = `{
  const find = () => {
    let name;
    try { name = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    if (name === '' || document.getElementById(name)) return;
    const names = ['user-content-' + name, name.toLowerCase(), 'user-content-' + name.toLowerCase()];
    names.map((each) => document.getElementById(each)).find(Boolean)?.scrollIntoView();
  };
  addEventListener('hashchange', find);
  find();
}
`;
