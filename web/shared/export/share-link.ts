export interface ShareRequest {
  readonly title: string;
  readonly link: string;
  readonly navigator: Pick<Navigator, 'clipboard'> & Partial<Pick<Navigator, 'share'>>;
}

/**
 * Shares a link the device's own way where there is one, else copies it. `cancelled`: the person closed the device's
 * sheet. `refused`: neither is allowed here, and the link has to be shown.
 */
export async function shareLink({
  title,
  link,
  navigator,
}: ShareRequest): Promise<'shared' | 'cancelled' | 'copied' | 'refused'> {
  if (navigator.share !== undefined) {
    try {
      await navigator.share({ title, url: link });
      return 'shared';
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return 'cancelled';
      // Not allowed here, as in a frame: copying may be.
    }
  }
  try {
    await navigator.clipboard.writeText(link);
    return 'copied';
  } catch {
    return 'refused';
  }
}
