import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** The area of messages that disappear by themselves. */
export function Toasts() {
  return <Notifications position="bottom-center" />;
}
