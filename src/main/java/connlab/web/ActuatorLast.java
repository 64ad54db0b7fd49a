package connlab.web;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.webmvc.actuate.endpoint.web.WebMvcEndpointHandlerMapping;
import org.springframework.stereotype.Component;

/**
 * Looks a path up among the endpoints first and among the actuator's last. The other way round,
 * which is the default, every request is held against each of the actuator's mappings before it
 * reaches its own: a tenth of the time of an empty request, measured with JFR.
 */
@Component
final class ActuatorLast implements BeanPostProcessor {
    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof WebMvcEndpointHandlerMapping mapping) {
            mapping.setOrder(1);
        }
        return bean;
    }
}
