import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Where messages stand that go by themselves. */
export function Toasts() {
  return <Notifications position="bottom-right" />;
}
