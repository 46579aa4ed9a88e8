/** Finds the place of a link from another page that names an anchor by the name that it was written with, or in another case. */
export const fragmentsScript = `{
  const find = () => {
    const byId = (id) => document.getElementById(id);
    let name;
    try { name = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    if (!name || byId(name)) return;
    const own = 'user-content-', lower = name.toLowerCase();
    (byId(own + name) ?? byId(lower) ?? byId(own + lower))?.scrollIntoView();
  };
  addEventListener('hashchange', find);
  find();
}
`;
