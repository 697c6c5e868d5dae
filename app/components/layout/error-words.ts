const TEXTS: Record<number, { title: string; text: string }> = {
  401: { title: '请先登录', text: '登录后会回到这一页。' },
  403: { title: '没有权限', text: '这一页不对这个账号开放。如果认为应该能看到，请联系老师或管理员。' },
  404: { title: '找不到这一页', text: '地址可能写错了，或者内容已被删除。' },
  405: { title: '不能这样打开', text: '请从页面上的按钮进行操作。' },
  409: { title: '内容已经变了', text: '别人或另一个窗口刚刚改过，请返回后再看一次。' },
  410: { title: '内容已删除', text: '它已按学校规定删除，不能恢复。' },
  413: { title: '内容太大', text: '请把文件缩小或分几次上传。' },
  429: { title: '操作太频繁', text: '请稍等一会儿再试。' },
  500: { title: '服务器出错了', text: '已经保存的内容不会丢。请稍后再试；仍不行时，把下面的编号告诉管理员。' },
  503: { title: '系统暂时不可用', text: '已经保存的内容不会丢。请看看网络，稍后再刷新本页。' },
};

/** What an error of this status is called, and what to do about it. */
export function errorWords(status: number): { title: string; text: string } {
  const words = TEXTS[status] ?? (status >= 500 ? TEXTS[500] : undefined);
  return words ?? { title: '没有完成', text: '请返回后再试一次。' };
}
